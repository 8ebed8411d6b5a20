import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Answer } from './idempotency.ts'
import type { Operation } from './operation.ts'
import type { Incoming, Kernel, Prepared } from './prepared.ts'
import { respond } from './respond.ts'

/** As it is after the write: with its new version, and what the database made of it. */
export function shown({ declared }: Operation, result: unknown): unknown {
  return declared.shows === undefined ? result : declared.shows(result as never)
}

export function answerOf(
  kernel: Kernel,
  prepared: Prepared,
  result: unknown,
): Answer & { etag?: string } {
  const { declared, path } = prepared.operation
  if (kernel.checkAnswers && declared.returns !== undefined) check(declared.returns, result)
  const body = declared.returns === undefined ? null : JSON.stringify(result)
  const status = body === null && prepared.status === 200 ? 204 : prepared.status
  return {
    status,
    body,
    location: located(status, declared.locate) ? locate(declared.locate, path, result) : null,
    secret: declared.secret === true,
    ...etagOf(result),
  }
}

function etagOf(shown: unknown): { etag?: string } {
  const version = (shown as { version?: unknown } | undefined | null)?.version
  return typeof version === 'number' ? { etag: `"${version}"` } : {}
}

/** What was made has a place; what is accepted for later has one where the operation names it. */
function located(status: number, locate: unknown): boolean {
  return status === 201 || (status === 202 && locate !== undefined)
}

/** The answer is what its schema says, no less and no more. */
function check(schema: z.ZodType, result: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(result))
  const described: unknown = JSON.parse(JSON.stringify(schema.parse(result)))
  if (!isDeepStrictEqual(sent, described)) throw new Error('the answer holds undescribed fields')
}

function locate(
  declared: ((answer: never) => string) | undefined,
  path: string,
  result: unknown,
): string {
  return declared?.(result as never) ?? `${path}/${(result as { id: string }).id}`
}

export function responseOf(
  { status, body, location, etag }: Answer & { etag?: string },
  { requestId, limit }: Incoming,
  more: Record<string, string> = {},
): Response {
  const headers: Record<string, string> = {}
  if (body !== null) headers['Content-Type'] = 'application/json'
  if (location !== null) headers['Location'] = location
  if (etag !== undefined) headers['ETag'] = etag
  if (limit !== undefined) headers['RateLimit'] = limit
  return respond(requestId, status, body, { ...headers, ...more })
}

export function replayed(answer: Answer, incoming: Incoming): Response {
  const problem = answer.status >= 400 && { 'Content-Type': 'application/problem+json' }
  const shown = answer.body === null ? null : (JSON.parse(answer.body) as unknown)
  const again = { ...answer, ...etagOf(shown) }
  return responseOf(again, incoming, { ...problem, 'Idempotency-Replayed': 'true' })
}
