import { fileTypes } from '../../domain/distribution/file-kind.ts'
import { refuse } from '../../domain/refusal.ts'
import { isStorable } from './body.ts'

/** As in the field of a file and its text beside it; far more than any operation takes. */
export const partsMax = 40
/** What a form has beside its files. */
export const formExtraBytes = 64 * 1024

export const isForm = (request: Request): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? '')

export function refusePrototype(name: string): void {
  if (name === '__proto__') refuse('MALFORMED_BODY', { detail: 'No field is called __proto__.' })
}

export const refuseParts = (): never =>
  refuse('MALFORMED_BODY', { detail: `At most ${partsMax} parts are accepted.` })

/** Text is all that a form has; the version alone is a number. */
export const textOf = (name: string, value: string) =>
  name === 'version' && /^-?\d{1,15}$/.test(value) ? Number(value) : value

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A name sent beside the file is preferred to that of the file. */
export const named = ({ filename }: Record<string, unknown>) =>
  typeof filename === 'string' ? { filename } : {}

const known = new Set<string>(fileTypes)

/** For an unknown ending browsers send a type that says nothing, so the bytes decide. */
export function sentAs(filename: string, said: string, content: Uint8Array) {
  const [type = ''] = said.split(';')
  return {
    filename,
    ...(known.has(type) && { mimeType: type }),
    content: Buffer.from(content).toString('base64'),
  }
}

export function refuseUnstorable(fields: Record<string, unknown>): void {
  const texts = Object.entries(fields).flatMap(([name, value]) => [name, value])
  const names = listOf(fields['files']).map((one) => (one as { filename: string }).filename)
  const isFine = [...texts, ...names].every((text) => typeof text !== 'string' || isStorable(text))
  if (!isFine) refuse('MALFORMED_BODY', { detail: 'A field holds a NUL character.' })
}
