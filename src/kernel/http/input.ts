import { z } from 'zod'
import { addressGroupOf } from '../../domain/access/address-group.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import type { Bindings } from './app.ts'
import { isStorable } from './body.ts'
import type { Prepared } from './prepared.ts'

/** The validated input. */
export interface Validated {
  params: Record<string, string>
  query: unknown
  /** The body as it was sent, with the version that a PUT may name. */
  given: unknown
  /** The body as it is worked with, where that is another: pictures are encoded anew. */
  taken?: unknown
  /** What its key stands for, where that is not as it was sent: a file by its hash. */
  said?: unknown
}

/** Every value of every name, also of one that is sent several times. */
export function queryOf(request: Request): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null)
  const start = request.url.indexOf('?')
  if (start < 0) return query
  for (const [name, value] of new URLSearchParams(request.url.slice(start))) {
    if (!isStorable(name) || !isStorable(value)) {
      invalid(`?${name.toWellFormed()}`, 'UNSTORABLE_TEXT', 'Holds a NUL or half of a character')
    }
    ;(query[name] ??= []).push(value)
  }
  return query
}

/** Any id in a path; a malformed one is answered 404. */
const PathText = z.string().min(1).max(200).refine(isStorable)

export function paramsSchemaOf(names: readonly string[]): z.ZodObject | undefined {
  return names.length === 0
    ? undefined
    : z.object(Object.fromEntries(names.map((name) => [name, PathText])))
}

/** Where the caller is: at the socket, or where our outermost proxy was called from. */
export function addressOf(
  { headers }: Request,
  proxies: number | undefined,
  env: Bindings | undefined,
): string {
  // Without knowing of the proxy all of its callers would be one, and answer for one another.
  if (proxies === undefined && (headers.has('x-forwarded-for') || headers.has('forwarded'))) {
    refuse('PROXY_NOT_CONFIGURED')
  }
  const named = proxies ? headers.get('x-forwarded-for')?.split(',').at(-proxies)?.trim() : ''
  return addressGroupOf(named || env?.incoming?.socket.remoteAddress || 'local')
}

/** The version that the caller expects to change: from If-Match, or from the body of a PUT. */
export function expectationOf(prepared: Prepared, request: Request, given: unknown) {
  const { method, declared } = prepared.operation
  const changes = method === 'PUT' || method === 'DELETE'
  const header = changes ? request.headers.get('if-match') : null
  const declares = declared.body instanceof z.ZodObject && 'version' in declared.body.shape
  const { version, ...rest } = (given ?? {}) as { version?: number }
  const takesOut = method === 'PUT' && !declares && version !== undefined
  const body = declared.body === undefined ? undefined : takesOut ? rest : given
  if (header !== null && header !== '*') {
    const named = Number(/^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1] ?? -1)
    if (takesOut && named >= 0 && version !== named) {
      const message = 'If-Match names another version'
      const errors = [{ pointer: '/version', code: 'CONTRADICTS_IF_MATCH', message }]
      refuse('VERSION_CONFLICT', { detail: `${message} than the body does.`, errors })
    }
    return { body, expected: { version: named, from: 'header' as const } }
  }
  return takesOut ? { body, expected: { version, from: 'body' as const } } : { body }
}
