import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { loginWithCode, loginWithCodeInput } from '../../activities/access/login-with-code.ts'
import { login, loginInput, type AtTheDoor, type LoggedIn } from '../../activities/access/login.ts'
import type { Session } from '../../activities/access/open-session.ts'
import { openSessionOf } from '../../activities/access/open-session-of.ts'
import { refuse, Refusal } from '../../domain/refusal.ts'
import type { OperatorTenant } from '../../domain/access/principal.ts'
import { readJson } from '../../kernel/http/body.ts'
import { decoded } from '../../kernel/http/codec.ts'
import { problemResponse } from '../../kernel/http/problem.ts'
import { secure } from '../../kernel/http/respond.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { deviceMs, session } from '../../domain/access/token.ts'
import type { OneTimeLink } from './one-time-link.ts'
import { page, pageScript } from './pages.ts'
import { passedOn } from './passed-on.ts'
import { refuseElsewhere } from './refuse-elsewhere.ts'
import { Sessions } from './sessions.ts'
import { now as timeNow } from '../../ports/database/clock.ts'

export interface DoorOptions {
  runtime: Runtime
  operator: OperatorTenant
  /** Where Temporal's own UI listens, which lets in whoever comes. */
  uiUrl: string
  port: number
  /** Lets in once, as the administrator of the demonstration. */
  link?: { once: OneTimeLink; tenantId: string; email: string } | undefined
  now?: () => Date
}

type Env = { Bindings: object }

const limits = { bytes: 10_000 }
const given = {
  login: loginInput.omit({ tenantId: true, device: true }),
  code: loginWithCodeInput,
  link: z.strictObject({ link: z.string().max(100) }),
}

/** What stands before Temporal's UI: who logs in as a user that may see it is passed on. */
export function engineDoor(options: DoorOptions): { app: Hono<Env>; sessions: Sessions } {
  const { runtime, operator, uiUrl, now = timeNow } = options
  const sessions = new Sessions(runtime, operator)
  // Cookies are the same for all ports of a machine, so that of another door has another name.
  const cookie = `receivables-temporal-${options.port}`
  const callerOf = (context: Context<Env>) => sessions.callerOf(getCookie(context, cookie), now())
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    refuseElsewhere(context.req.raw)
    await next()
    secure(context.res.headers)
  })
  app.get('/door', ({ req }) => page.respond(req.raw))
  app.get('/door/page.js', ({ req }) => pageScript.respond(req.raw))
  app.get('/door/session', async (context) => {
    const caller = await callerOf(context)
    return caller === undefined ? refuse('UNAUTHENTICATED') : context.json({ name: caller.name })
  })
  logins(app, options, async (context, tenantId, opened) => {
    const text = await sessions.begin({ tenantId, id: opened.id }, now())
    const maxAge = session.lifetimeMs / 1000
    setCookie(context, cookie, text, { ...hidden, path: '/', maxAge })
    return context.json({})
  })
  app.post('/door/logout', async (context) => {
    await sessions.end(getCookie(context, cookie), now())
    deleteCookie(context, cookie, { path: '/' })
    return context.json({})
  })
  app.use(async (context, next) => {
    if ((await callerOf(context)) !== undefined) return next()
    if (context.req.method !== 'GET' || /^\/(?:api|door|_app)\//.test(context.req.path)) {
      refuse('UNAUTHENTICATED', { detail: 'Log in at /door.' })
    }
    const { pathname, search } = new URL(context.req.url)
    return context.redirect(`/door?to=${encodeURIComponent(pathname + search)}`, 303)
  })
  app.post('/door/codec/decode', ({ req }) => decoded(runtime.keys, req.raw))
  app.all('/door/*', () => refuse('NOT_FOUND'))
  app.all('*', ({ req }) => passedOn(req.raw, uiUrl))
  app.onError((error) => refusedAs(error, runtime))
  return { app, sessions }
}

const hidden = { httpOnly: true, sameSite: 'Strict' } as const

type LetIn = (context: Context<Env>, tenantId: string, opened: Session) => Promise<Response>

/** The ways by which one comes to a session: those of every login, and the demonstration's link. */
function logins(app: Hono<Env>, options: DoorOptions, letIn: LetIn): void {
  const { runtime, operator, link, port, now = timeNow } = options
  const cookie = `receivables-temporal-device-${port}`
  const at = (): AtTheDoor => {
    return { runtime, now: now(), address: '127.0.0.1', requestId: randomUUID() }
  }
  /** As at every login; a cookie keeps it here, which only the door is sent. */
  const known = async (context: Context<Env>, tenantId: string, opened: LoggedIn) => {
    const answer = await letIn(context, tenantId, opened)
    const maxAge = deviceMs / 1000
    setCookie(context, cookie, opened.device, { ...hidden, path: '/door', maxAge })
    return answer
  }
  app.post('/door/login', async (context) => {
    const body = read(given.login, await readJson(context.req.raw, limits))
    const tenantId = (await operator()) ?? refuse('LOGIN_FAILED')
    const device = getCookie(context, cookie)
    const answer = await login(at(), { tenantId, ...body, device })
    return 'mfaRequired' in answer ? context.json(answer) : known(context, tenantId, answer)
  })
  app.post('/door/code', async (context) => {
    const body = read(given.code, await readJson(context.req.raw, limits))
    const tenantId = (await operator()) ?? refuse('LOGIN_FAILED')
    return known(context, tenantId, await loginWithCode(at(), body))
  })
  app.post('/door/link', async (context) => {
    const body = read(given.link, await readJson(context.req.raw, limits))
    if (link?.once.use(body.link, now()) !== true) {
      return refuse('LOGIN_FAILED', { detail: 'The link is used, or older than an hour.' })
    }
    return letIn(context, link.tenantId, await openSessionOf(at(), link))
  })
}

function refusedAs(error: Error, { log, publicUrl }: Runtime): Response {
  const known = asUnavailable(error)
  const requestId = randomUUID()
  if (known instanceof Refusal) return problemResponse(known, requestId, { publicUrl })
  log.error({ requestId, err: error }, 'the door to the engine failed')
  return problemResponse(new Refusal('INTERNAL'), requestId, { publicUrl })
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : refuse('VALIDATION_FAILED')
}
