import { Published } from '../../kernel/http/description/published.ts'
import { pagePolicy } from '../../kernel/http/link-pages.ts'

const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Temporal UI</title></head>
<body>
<h1>Temporal UI</h1>
<form id="login" hidden>
<p><label>E-mail<br><input name="email" type="email" required autocomplete="username"></label></p>
<p><label>Password<br><input name="password" type="password" required
 autocomplete="current-password"></label></p>
<p><button>Log in</button></p>
</form>
<form id="code" hidden>
<p><label>Code of your second factor<br><input name="code" required autocomplete="one-time-code">
</label></p>
<p><button>Go on</button></p>
</form>
<form id="leave" hidden>
<p>You are logged in as <span></span>. <a href="/">See the workflows</a></p>
<p><button>Log out</button></p>
</form>
<p><output></output></p>
<script type="module" src="/door/page.js"></script>
</body>
</html>
`

// A link's secret stands behind the #, so that no server, log or referrer on the way ever sees it.
const script = `const said = document.querySelector('output')
const form = (id) => document.getElementById(id)
const show = (id) => {
  for (const each of document.forms) each.hidden = each.id !== id
}
async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const read = await answer.json()
  said.textContent = answer.ok ? '' : [read.title, read.detail].join('. ')
  return answer.ok ? read : undefined
}
const wanted = new URL(new URLSearchParams(location.search).get('to') ?? '/', location.origin)
const isOurs = wanted.origin === location.origin && !wanted.pathname.startsWith('/door')
const goOn = () => location.replace(isOurs ? wanted.href : '/')

let challenge
form('login').addEventListener('submit', async (event) => {
  event.preventDefault()
  const { email, password } = event.target.elements
  const answer = await post('/door/login', { email: email.value, password: password.value })
  if (answer === undefined) return
  challenge = answer.challenge
  if (challenge === undefined) goOn()
  else show('code')
})
form('code').addEventListener('submit', async (event) => {
  event.preventDefault()
  const code = event.target.elements.code.value
  if ((await post('/door/code', { challenge, code })) !== undefined) goOn()
})
form('leave').addEventListener('submit', async (event) => {
  event.preventDefault()
  if ((await post('/door/logout', {})) !== undefined) show('login')
})

const link = new URLSearchParams(location.hash.slice(1)).get('link')
history.replaceState(null, '', location.pathname + location.search)
if (link !== null && (await post('/door/link', { link })) !== undefined) {
  goOn()
} else {
  const answer = await fetch('/door/session')
  if (!answer.ok) show('login')
  else if (location.search !== '') goOn()
  else {
    form('leave').querySelector('span').textContent = (await answer.json()).name
    show('leave')
  }
}
`

export const page = new Published(() => html, {
  type: 'text/html; charset=utf-8',
  policy: pagePolicy,
})
export const pageScript = new Published(() => script, { type: 'text/javascript; charset=utf-8' })
