import { hash } from 'node:crypto'
import { fileBytesMax } from '../../domain/distribution/file-kind.ts'
import type { Runtime } from '../write/runtime.ts'

/** Bytes that are read while they are given; how many they are, and their hash, is known before. */
interface BytesToCome {
  size: number
  sha256: string
  pieces(): AsyncIterable<Uint8Array>
}

/** The bytes that an operation answers with instead of JSON. */
export interface FileContent {
  filename: string
  mimeType: string
  bytes: Uint8Array | BytesToCome
}

/** What takes long to make or fetch is waited for when no connection is held any more. */
export interface FileGiven extends Omit<FileContent, 'bytes'> {
  bytes: FileContent['bytes'] | ((outside: Runtime) => Promise<FileContent['bytes']>)
}

/** Bytes of a file; in base 64 inside of JSON it is a third more. */
export const fileBodyMax = Math.ceil(fileBytesMax / 3) * 4 + 64 * 1024

/** Always saved, never shown in place: what others uploaded does not run here. */
export function fileHeaders({ filename, mimeType, bytes }: FileContent): Record<string, string> {
  const etag = bytes instanceof Uint8Array ? hash('sha256', bytes) : bytes.sha256
  return {
    'Content-Type': mimeType,
    'Content-Disposition': disposition(filename),
    'Content-Length': String(sizeOf(bytes)),
    ETag: `"${etag}"`,
  }
}

export const sizeOf = (bytes: FileContent['bytes']): number =>
  bytes instanceof Uint8Array ? bytes.byteLength : bytes.size

/** No faster than it is taken. */
export const streamOf = (bytes: FileContent['bytes']): Uint8Array | ReadableStream<Uint8Array> =>
  bytes instanceof Uint8Array ? bytes : ReadableStream.from(bytes.pieces())

/** RFC 6266: the name in ASCII for old readers, and the whole of it for all others. */
function disposition(filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`
}

/** The form in which an answer is kept under its key, since that is kept as text. */
export function packed({ filename, mimeType, bytes }: FileContent): string {
  if (!(bytes instanceof Uint8Array)) throw new Error('only small answers are kept')
  return JSON.stringify({ filename, mimeType, content: Buffer.from(bytes).toString('base64') })
}

export function unpacked(text: string): FileContent {
  const { content, ...facts } = JSON.parse(text) as Omit<FileContent, 'bytes'> & { content: string }
  return { ...facts, bytes: Buffer.from(content, 'base64') }
}
