import { fileBytesMax, fileTypes } from '../../domain/distribution/file-kind.ts'
import { refuse } from '../../domain/refusal.ts'
import { isStorable } from './body.ts'

/** As in the field of a file and its text beside it; far more than any operation takes. */
export const partsMax = 40
/** What a form has beside its files. */
export const formExtraBytes = 64 * 1024
export const formBytesMax = fileBytesMax + formExtraBytes

export const isForm = (request: Request): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers.get('content-type') ?? '')

/**
 * A form as the JSON document that would say the same: each field under its name, its file as name,
 * type and content, and of several `files` one such each.
 */
export async function formOf(headers: Headers, bytes: Uint8Array): Promise<unknown> {
  const type = headers.get('content-type') ?? ''
  refuseManyParts(type, bytes)
  const fields: Record<string, unknown> = {}
  for (const [name, value] of await partsOf(type, bytes)) {
    refusePrototype(name)
    if (typeof value === 'string') fields[name] = textOf(name, value)
    else if (name === 'files') fields[name] = [...listOf(fields[name]), await fileOf(value)]
    else Object.assign(fields, await fileOf(value), named(fields))
  }
  refuseUnstorable(fields)
  return fields
}

export function refusePrototype(name: string): void {
  if (name === '__proto__') refuse('MALFORMED_BODY', { detail: 'No field is called __proto__.' })
}

/** Each is counted before any is taken apart. */
function refuseManyParts(type: string, bytes: Uint8Array): void {
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(type)?.[1]
  if (boundary === undefined) refuse('MALFORMED_BODY', { detail: 'The form names no boundary.' })
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let parts = 0
  for (
    let at = body.indexOf(`--${boundary}`);
    at >= 0;
    at = body.indexOf(`--${boundary}`, at + 1)
  ) {
    if (++parts > partsMax) refuseParts()
  }
}

export const refuseParts = (): never =>
  refuse('MALFORMED_BODY', { detail: `At most ${partsMax} parts are accepted.` })

async function partsOf(type: string, bytes: Uint8Array): Promise<FormData> {
  try {
    const headers = { 'content-type': type }
    return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData()
  } catch {
    return refuse('MALFORMED_BODY', { detail: 'The form cannot be read.' })
  }
}

/** Text is all that a form has; the version alone is a number. */
export const textOf = (name: string, value: string) =>
  name === 'version' && /^-?\d{1,15}$/.test(value) ? Number(value) : value

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A name sent beside the file is preferred to that of the file. */
export const named = ({ filename }: Record<string, unknown>) =>
  typeof filename === 'string' ? { filename } : {}

const known = new Set<string>(fileTypes)

/** For an unknown ending browsers send a type that says nothing, so the bytes decide. */
async function fileOf(file: File) {
  return sentAs(file.name, file.type, Buffer.from(await file.arrayBuffer()))
}

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
