import { proxy } from 'hono/proxy'
import { Refusal } from '../../domain/refusal.ts'

/** Of Temporal's UI: by which it knows that its own page asks. */
const csrfCookie = /(?:^|;\s*)(_csrf=[^;]*)/

/** The request as Temporal's UI gets it: without what shows us, or anybody else, who asks. */
export async function passedOn(request: Request, uiUrl: string): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url)
  const headers = new Headers(request.headers)
  const [, csrf] = csrfCookie.exec(headers.get('cookie') ?? '') ?? []
  // Its UI takes a header of authorization as a reason not to look who asks.
  for (const name of ['authorization', 'authorization-extras', 'cookie', 'host', 'origin']) {
    headers.delete(name)
  }
  if (csrf !== undefined) headers.set('cookie', csrf)
  const raw = new Request(request, { headers })
  const answer = await proxy(uiUrl + pathname + search, { raw, redirect: 'manual' }).catch(() => {
    throw new Refusal('UNAVAILABLE', { detail: 'The Temporal UI does not answer.' })
  })
  const ofOurs = [...answer.headers.keys()].filter(
    (name) => name.startsWith('access-control-') || name === 'x-frame-options',
  )
  for (const name of ofOurs) answer.headers.delete(name)
  // Its files are named after what is in them.
  if (pathname.startsWith('/_app/immutable/') && answer.ok) {
    answer.headers.set('Cache-Control', 'private, max-age=31536000, immutable')
  }
  answer.headers.set('Content-Security-Policy', "frame-ancestors 'none'")
  return pathname === '/api/v1/settings' && answer.ok ? withOurCodec(answer, origin) : answer
}

/** Payloads are decoded at the same door, whatever address it was opened by. */
async function withOurCodec(answer: Response, origin: string): Promise<Response> {
  const settings = (await answer.json()) as { Codec?: object }
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  const Codec = { ...settings.Codec, Endpoint: `${origin}/door/codec` }
  return new Response(JSON.stringify({ ...settings, Codec }), { status: answer.status, headers })
}
