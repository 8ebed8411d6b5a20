import type { IncomingMessage } from 'node:http'
import { fileBytesMax } from '../../domain/distribution/file-kind.ts'

const waiting = new WeakMap<object, NodeJS.Timeout>()

/** Says when a body that has begun is not here in time. */
export function limitTime(request: IncomingMessage, timeMs: number, tooLate: () => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return
  const timer = setTimeout(() => {
    if (!request.complete) tooLate()
  }, timeMs).unref()
  waiting.set(request, timer)
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** Each time that as much came as other bodies have all of that time for, it begins anew. */
export function atLeastFast(environment: object | undefined): (bytes: number) => void {
  const { incoming } = (environment ?? {}) as { incoming?: IncomingMessage }
  const timer = incoming && waiting.get(incoming)
  let left = fileBytesMax
  return (bytes) => {
    left -= bytes
    if (left > 0) return
    left += fileBytesMax
    timer?.refresh()
  }
}
