import { isUtf8 } from 'node:buffer'
import { Unreadable } from '../apart/kinds.ts'
import type { Collected } from './collected.ts'

/** Whom to tell of bytes that are no text. */
type Told = Pick<Collected, 'finding'>

const pieceBytes = 64 * 1024

/**
 * The text of a file piece by piece, up to the first bytes that its encoding does not have: what
 * comes after them is not guessed at.
 */
export function* piecesOf(bytes: Uint8Array, encoding: string, said: Told): Generator<string> {
  const decoder = decoderOf(encoding)
  let line = 1
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const isLast = at + pieceBytes >= bytes.byteLength
    const piece = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: !isLast })
    const good = piece.split(instead, 1)[0] ?? ''
    line += good.split('\n').length - 1
    yield good
    if (good.length === piece.length) continue
    return said.finding(`line ${line}`, 'UNREADABLE', `Bytes that are no text in ${encoding}`)
  }
}

/** What a decoder puts where bytes are no text. */
const instead = '\uFFFD'

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new Unreadable('ENCODING_UNKNOWN', `${encoding.slice(0, 40)} is no encoding`)
  }
}

/** What an XML file says of its encoding, or its first bytes do. */
export function encodingOfXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const begun = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(begun)?.[1] ?? 'utf-8'
}

/** Of a text that says nothing of its encoding: that of the old formats, if it is not the usual one. */
export const encodingOfText = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? 'utf-8' : 'windows-1252'

/** Its lines with their numbers, from 1. */
export function* linesOf(pieces: Iterable<string>): Generator<readonly [number, string]> {
  let number = 0
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > lineMax)
      throw new Unreadable('LINE_TOO_LONG', `Line ${number + 1} has no end`)
    for (const line of lines) yield [++number, line]
  }
  if (rest !== '') yield [++number, rest.replace(/\r$/, '')]
}

const lineMax = 64 * 1024
