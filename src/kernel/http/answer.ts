import type { Runtime } from '../write/runtime.ts'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { shownAs } from '../write/bound.ts'
import { fileHeaders, streamOf, unpacked, type FileGiven } from './file.ts'
import type { Answer } from './idempotency.ts'
import type { Operation } from './operation.ts'
import type { Incoming, Kernel, Prepared } from './prepared.ts'
import { respond } from './respond.ts'
import { shownOne } from '../read/view.ts'
import type { Unit } from '../write/unit.ts'

/** The row after the write, with its new version and the values that the database set. */
export async function shown(
  { declared }: Operation,
  unit: Unit,
  result: unknown,
): Promise<unknown> {
  const { shows } = declared
  if (shows === undefined) return result
  return typeof shows === 'function'
    ? shows(shownAs(unit.scope, result) as never, await unit.today())
    : shownOne(unit, shows, result as never)
}

export function answerOf(kernel: Kernel, prepared: Prepared, result: unknown): GivenAnswer {
  const { declared, path } = prepared.operation
  if (declared.file !== undefined) return answerWith(declared.file, result as FileGiven)
  if (kernel.checkAnswers && declared.returns !== undefined) check(declared.returns, result)
  const body = declared.returns === undefined ? null : JSON.stringify(result)
  const { status } = prepared
  return {
    status,
    body,
    location: located(status, declared.locate) ? locate(declared.locate, path, result) : null,
    secret: declared.secret === true,
    ...etagOf(result),
  }
}

/** An answer whose file may still have to be made. */
export type GivenAnswer = Omit<Answer, 'file'> & { file?: FileGiven; etag?: string }

/** The answer with all of its bytes. */
export async function whole(
  { file, ...answer }: GivenAnswer,
  outside: Runtime,
): Promise<Answer & { etag?: string }> {
  if (file === undefined) return answer
  const bytes = typeof file.bytes === 'function' ? await file.bytes(outside) : file.bytes
  return { ...answer, file: { ...file, bytes } }
}

export const isToCome = ({ file }: GivenAnswer): boolean => typeof file?.bytes === 'function'

function answerWith(types: readonly string[], file: FileGiven): GivenAnswer {
  if (!types.includes(file.mimeType)) throw new Error('the answer is of an undescribed type')
  return { status: 200, body: null, location: null, secret: false, file }
}

function etagOf(shown: unknown): { etag?: string } {
  const version = (shown as { version?: unknown } | undefined | null)?.version
  return typeof version === 'number' ? { etag: `"${version}"` } : {}
}

/** The Location of a new row; for 202 only if the operation declares one. */
function located(status: number, locate: unknown): boolean {
  return status === 201 || (status === 202 && locate !== undefined)
}

/** In tests: refuses an answer with missing or unknown fields. */
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
  { status, body, location, etag, file }: Answer & { etag?: string },
  { requestId, limit }: Incoming,
  more: Record<string, string> = {},
): Response {
  const headers: Record<string, string> = {}
  if (body !== null) headers['Content-Type'] = 'application/json'
  if (location !== null) headers['Location'] = location
  if (etag !== undefined) headers['ETag'] = etag
  if (limit !== undefined) headers['RateLimit'] = limit
  if (file !== undefined) Object.assign(headers, fileHeaders(file))
  const bytes = file === undefined ? body : streamOf(file.bytes)
  return respond(requestId, status, bytes, { ...headers, ...more })
}

export function replayed({ operation }: Prepared, answer: Answer, incoming: Incoming): Response {
  const more = { 'Idempotency-Replayed': 'true' }
  if (answer.body === null && answer.status < 300 && operation.declared.returns !== undefined) {
    const existingId = answer.location?.split('/').at(-1)
    refuse('ANSWER_NOT_KEPT', existingId === undefined ? {} : { existingId })
  }
  if (operation.declared.file !== undefined && answer.status < 400 && answer.body !== null) {
    const file = unpacked(answer.body)
    return responseOf({ ...answer, body: null, file }, incoming, more)
  }
  const problem = answer.status >= 400 && { 'Content-Type': 'application/problem+json' }
  const shown = answer.body === null ? null : (JSON.parse(answer.body) as unknown)
  const again = { ...answer, ...etagOf(shown) }
  return responseOf(again, incoming, { ...problem, ...more })
}
