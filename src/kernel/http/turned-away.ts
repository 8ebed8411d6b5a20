import { asUnavailable } from '../write/database-errors.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Incoming, Kernel } from './prepared.ts'
import { problemResponse } from './problem.ts'

/** What could not be done is logged with its cause, never with what was sent. */
export async function refused(
  kernel: Kernel,
  thrown: unknown,
  incoming: Incoming,
): Promise<Response> {
  const { name, opening, requestId, request } = incoming
  // Outside of a unit too, as when asking who calls, the database may be away.
  const error = asUnavailable(opening === undefined ? thrown : await opening.errorToShow(thrown))
  const { log, publicUrl } = kernel.runtime
  const facts = { requestId, traceId: traceIdOf(request), operation: name }
  if (!(error instanceof Refusal)) {
    log.error({ ...facts, err: error }, 'an operation failed')
    incoming.refusedBy = 'INTERNAL'
    return problemResponse(new Refusal('INTERNAL'), requestId, { publicUrl })
  }
  incoming.refusedBy = error.code
  if (error.status >= 500 || error.cause !== undefined) {
    log.warn({ ...facts, code: error.code, cause: error.cause })
  }
  return problemResponse(error, requestId, { publicUrl }, hangingUp(request, error.status))
}

const drainable = 64 * 1024

/** A large body that was not read is not read on to the next request either: the caller starts anew. */
function hangingUp({ method, headers }: Request, status: number): Record<string, string> {
  const unread = [401, 403, 413, 415, 429].includes(status) && /^(?:POST|PUT)$/.test(method)
  const announced = headers.get('content-length')
  const small = announced !== null && Number(announced) <= drainable
  const none = announced === null && headers.get('transfer-encoding') === null
  return unread && !small && !none ? { Connection: 'close' } : {}
}

/** The trace that a caller's `traceparent` names, so that its log lines and ours can be joined. */
export function traceIdOf(request: Request): string | undefined {
  const given = request.headers.get('traceparent') ?? ''
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(given)?.[1]
}
