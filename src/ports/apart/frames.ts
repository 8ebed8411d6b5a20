import type { Streamed } from './kinds.ts'

/** One message between two processes: a head in JSON, and whatever bytes go with it. */
export interface Frame {
  head: Record<string, unknown>
  parts: Uint8Array[]
}

const framesMax = 256 * 1024 * 1024

/** One of which some parts are still to be read. */
export interface FrameToSend extends Pick<Frame, 'head'> {
  parts: readonly (Uint8Array | Streamed)[]
}

/** Length of the head, the head with the sizes of the parts, the parts. */
export function framed({ head, parts }: Frame): Uint8Array[] {
  return [...headed({ head, parts }), ...parts]
}

function headed({ head, parts }: FrameToSend): Uint8Array[] {
  const sizes = parts.map(({ byteLength }) => byteLength)
  const text = Buffer.from(JSON.stringify({ head, sizes }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.byteLength)
  return [length, text]
}

/** The same, each part read only when what was before it is on its way. */
export async function* framedPieces(frame: FrameToSend): AsyncGenerator<Uint8Array> {
  yield* headed(frame)
  for (const part of frame.parts) {
    if (part instanceof Uint8Array) yield part
    else yield* counted(part)
  }
}

/** More or fewer bytes than were said would be taken for another part. */
async function* counted({ byteLength, pieces }: Streamed): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const piece of pieces()) {
    sent += piece.byteLength
    if (sent > byteLength) break
    yield piece
  }
  if (sent !== byteLength) throw new Miscounted()
}

/** What was to be sent is not as long as it was said to be. */
export class Miscounted extends Error {}

/** Puts together again what arrives in pieces; throws at what no honest sender would say. */
export class FrameReader {
  readonly #max: number
  #chunks: Uint8Array[] = []
  #size = 0
  #length: number | undefined
  #begun: { head: Frame['head']; sizes: number[]; parts: Uint8Array[] } | undefined

  constructor(max = framesMax) {
    this.#max = max
  }

  /** One by one, so that those before a false one still count. */
  *push(chunk: Uint8Array): Generator<Frame> {
    this.#chunks.push(chunk)
    this.#size += chunk.byteLength
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) yield frame
  }

  /** Each part is taken as soon as it is there, so that no more than one waits beside the others. */
  #next(): Frame | undefined {
    const begun = (this.#begun ??= this.#begin())
    if (begun === undefined) return undefined
    while (begun.parts.length < begun.sizes.length) {
      const part = this.#take(begun.sizes[begun.parts.length]!)
      if (part === undefined) return undefined
      begun.parts.push(part)
    }
    this.#begun = undefined
    return { head: begun.head, parts: begun.parts }
  }

  #begin() {
    if (this.#length === undefined) {
      const length = this.#take(4)
      if (length === undefined) return undefined
      this.#length = this.#bounded(Buffer.from(length).readUInt32LE(0))
    }
    const text = this.#take(this.#length)
    if (text === undefined) return undefined
    this.#length = undefined
    const { head, sizes } = sizedHead(Buffer.from(text).toString())
    this.#bounded(sizes.reduce((sum, size) => sum + size, 0))
    return { head, sizes, parts: [] }
  }

  #bounded(size: number): number {
    if (size > this.#max) throw new Error('a frame is larger than any may be')
    return size
  }

  /** So many bytes, once they are there. */
  #take(size: number): Uint8Array | undefined {
    if (this.#size < size) return undefined
    const taken = new Uint8Array(size)
    let at = 0
    while (at < size) {
      const [first] = this.#chunks as [Uint8Array]
      const some = first.subarray(0, size - at)
      taken.set(some, at)
      at += some.byteLength
      if (some.byteLength === first.byteLength) this.#chunks.shift()
      else this.#chunks[0] = first.subarray(some.byteLength)
    }
    this.#size -= size
    return taken
  }
}

function sizedHead(text: string): { head: Record<string, unknown>; sizes: number[] } {
  const read: unknown = JSON.parse(text)
  const { head, sizes } = (read ?? {}) as { head?: unknown; sizes?: unknown }
  const isHead = typeof head === 'object' && head !== null
  if (!isHead || !Array.isArray(sizes) || !sizes.every(isSize)) throw new Error('no frame')
  return { head: head as Record<string, unknown>, sizes }
}

const isSize = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
