import type { App } from './app.ts'
import { Published } from './description/published.ts'
import { secure } from './respond.ts'

interface Page {
  title: string
  /** Where the link, and a password where one is chosen, goes. */
  action: string
  asks: 'password' | 'nothing'
  done: string
}

/** The pages that links in mails open; a portal of one's own may take their place. */
const pages: Readonly<Record<string, Page>> = {
  invitation: {
    title: 'Accept your invitation',
    action: '/invitations/accept',
    asks: 'password',
    done: 'Welcome. You can log in now.',
  },
  'password-reset': {
    title: 'Choose a new password',
    action: '/password/reset',
    asks: 'password',
    done: 'Your new password is set. You can log in now.',
  },
  'erp-onboarding': {
    title: 'Connect your business system',
    action: '/clients/sync/onboarding',
    asks: 'nothing',
    done: 'Your business system is connected.',
  },
}

const nothing = ['default-src', 'base-uri', 'form-action', 'frame-ancestors']
const ourselves = ['script-src', 'connect-src']
/** A page of ours runs its own script, and sends to its own server alone. */
export const pagePolicy = [
  ...nothing.map((what) => `${what} 'none'`),
  ...ourselves.map((what) => `${what} 'self'`),
].join('; ')

// The token stands behind the # of the link, so no server, log or referrer on the way ever sees it.
const script = `const form = document.querySelector('form')
const said = document.querySelector('output')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = JSON.stringify({ token, password: form.elements.password?.value })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(form.dataset.action, { method: 'POST', headers, body })
  if (answer.ok) {
    form.remove()
    said.textContent = said.dataset.done
    return
  }
  const problem = await answer.json()
  const faults = (problem.errors ?? []).map((fault) => fault.message)
  said.textContent = [problem.title, ...faults].join('. ')
})
`

const questions = {
  password: `<p><label>Password, at least 12 characters<br>
<input name="password" type="password" minlength="12" maxlength="128" required
 autocomplete="new-password"></label></p>
<p><button>Choose it</button></p>`,
  nothing: '<p><button>Connect it</button></p>',
}

const html = ({ title, action, asks, done }: Page) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<form data-action="${action}">
${questions[asks]}
</form>
<p><output data-done="${done}"></output></p>
<script src="/links/page.js"></script>
</body>
</html>
`

export function links(app: App): void {
  app.use('/links/*', async (context, next) => {
    await next()
    secure(context.res.headers)
  })
  const code = new Published(() => script, { type: 'text/javascript; charset=utf-8' })
  app.get('/links/page.js', ({ req }) => code.respond(req.raw))
  for (const [name, page] of Object.entries(pages)) {
    const type = 'text/html; charset=utf-8'
    const published = new Published(() => html(page), { type, policy: pagePolicy })
    app.get(`/links/${name}`, ({ req }) => published.respond(req.raw))
  }
}
