import { isAscii, isUtf8 } from 'node:buffer'
import { Unreadable, type Given } from '../apart/kinds.ts'
import type { Collected } from './collected.ts'

/** Whom to tell of bytes that are no text. */
type Told = Pick<Collected, 'finding'>

/** The bytes of a file as they come, of which the first say what it is. */
export interface Begun {
  begun: Uint8Array
  bytes: AsyncIterable<Uint8Array>
}

const begunBytes = 1024

export async function begin({ parts, coming = oneOf(parts[0]) }: Given): Promise<Begun> {
  const source = coming[Symbol.asyncIterator]()
  let begun: Uint8Array = new Uint8Array()
  while (begun.byteLength < begunBytes) {
    const next = await source.next()
    if (next.done === true) break
    begun = begun.byteLength === 0 ? next.value : Buffer.concat([begun, next.value])
  }
  async function* bytes() {
    if (begun.byteLength > 0) yield begun
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { begun, bytes: bytes() }
}

async function* oneOf(bytes: Uint8Array = new Uint8Array()): AsyncGenerator<Uint8Array> {
  yield bytes
}

const pieceBytes = 64 * 1024

async function* small(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.byteLength; at += pieceBytes) {
      yield piece.subarray(at, at + pieceBytes)
    }
  }
}

/**
 * The text of a file piece by piece, up to the first bytes that its encoding does not have: what
 * comes after them is not guessed at.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  said: Told,
): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  let line = 1
  const goodOf = (text: string) => {
    const good = text.split(instead, 1)[0] ?? ''
    line += good.split('\n').length - 1
    return good
  }
  const bad = () =>
    said.finding(`line ${line}`, 'UNREADABLE', `Bytes that are no text in ${encoding}`)
  for await (const piece of small(bytes)) {
    const text = decoder.decode(piece, { stream: true })
    const good = goodOf(text)
    yield good
    if (good.length < text.length) return bad()
  }
  if (decoder.decode() !== '') bad()
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

/** By so much from the first letter on that is not in all of them an encoding is known. */
const knownBy = 1024 * 1024

/**
 * Text that says nothing of its encoding: in the usual one, or in that of the old formats. What
 * both have alike is read at once.
 */
export async function* plainTextOf(
  bytes: AsyncIterable<Uint8Array>,
  said: Told,
): AsyncGenerator<string> {
  const source = small(bytes)
  let held: Uint8Array = new Uint8Array()
  for (;;) {
    const next = await source.next()
    const isEnd = next.done === true
    if (!isEnd && held.byteLength === 0 && isAscii(next.value)) {
      yield Buffer.from(next.value).toString('latin1')
      continue
    }
    if (!isEnd) held = Buffer.concat([held, next.value])
    if (!isEnd && held.byteLength < knownBy) continue
    const rest = { [Symbol.asyncIterator]: () => chained(held, source) }
    return yield* textOf(
      rest,
      isUtf8(isEnd ? held : wholeOf(held)) ? 'utf-8' : 'windows-1252',
      said,
    )
  }
}

async function* chained(first: Uint8Array, rest: AsyncGenerator<Uint8Array>) {
  yield first
  yield* rest
}

/** Without the letter at its end of which the rest has not come. */
function wholeOf(bytes: Uint8Array): Uint8Array {
  const tail = [1, 2, 3].find((n) => (bytes.at(-n) ?? 0) >= 0xc0)
  return tail === undefined ? bytes : bytes.subarray(0, -tail)
}

/** Its lines with their numbers, from 1. */
export type Lines = AsyncIterable<readonly (readonly [number, string])[]>

export async function* linesOf(pieces: AsyncIterable<string>): Lines & AsyncGenerator {
  let number = 0
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > lineMax)
      throw new Unreadable('LINE_TOO_LONG', `Line ${number + 1} has no end`)
    yield lines.map((line) => [++number, line] as const)
  }
  if (rest !== '') yield [[++number, rest.replace(/\r$/, '')]]
}

const lineMax = 64 * 1024
