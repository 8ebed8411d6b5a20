import type { Streamed } from './kinds.ts'

/** One message between two processes: a head in JSON, and whatever bytes go with it. */
export interface Frame {
  head: Record<string, unknown>
  parts: Uint8Array[]
  /** What comes piece by piece in place of parts. */
  coming?: Coming
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

/** The same with its one part as what comes: whoever reads it need not have it whole. */
export function framedToCome({ head, parts }: Frame): Uint8Array[] {
  return [...headed({ head, parts }, true), ...parts]
}

function headed({ head, parts }: FrameToSend, comes = false): Uint8Array[] {
  const sizes = parts.map(({ byteLength }) => byteLength)
  const isComing = comes || parts.some((part) => !(part instanceof Uint8Array))
  if (isComing && parts.length > 1) throw new Error('what is streamed goes alone')
  const text = Buffer.from(JSON.stringify({ head, sizes, ...(isComing && { isComing }) }))
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
  #begun: (Sized & { parts: Uint8Array[] }) | undefined
  #coming: Coming | undefined

  constructor(max = framesMax) {
    this.#max = max
  }

  /** One by one, so that those before a false one still count. */
  *push(chunk: Uint8Array): Generator<Frame> {
    const left = this.#coming?.push(chunk) ?? chunk
    if (left.byteLength === 0) return
    this.#coming = undefined
    this.#chunks.push(left)
    this.#size += left.byteLength
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) yield frame
  }

  /** Each part is taken as soon as it is there, so that no more than one waits beside the others. */
  #next(): Frame | undefined {
    const begun = (this.#begun ??= this.#begin())
    if (begun === undefined) return undefined
    if (begun.isComing) return this.#comingIn(begun)
    while (begun.parts.length < begun.sizes.length) {
      const part = this.#take(begun.sizes[begun.parts.length]!)
      if (part === undefined) return undefined
      begun.parts.push(part)
    }
    this.#begun = undefined
    return { head: begun.head, parts: begun.parts }
  }

  /** Whatever is here of it already is its beginning, and perhaps more. */
  #comingIn({ head, sizes }: Sized): Frame {
    const coming = new Coming(sizes[0] ?? 0)
    const left = this.#chunks.map((chunk) => coming.push(chunk))
    this.#chunks = left.filter(({ byteLength }) => byteLength > 0)
    this.#size = this.#chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    this.#coming = this.#size > 0 ? undefined : coming
    this.#begun = undefined
    return { head, parts: [], coming }
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
    const { head, sizes, isComing } = sizedHead(Buffer.from(text).toString())
    if (!isComing) this.#bounded(sizes.reduce((sum, size) => sum + size, 0))
    return { head, sizes, isComing, parts: [] }
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

interface Sized {
  head: Frame['head']
  sizes: number[]
  isComing: boolean
}

function sizedHead(text: string): Sized {
  const read: unknown = JSON.parse(text)
  const { head, sizes, isComing } = (read ?? {}) as Record<string, unknown>
  const isHead = typeof head === 'object' && head !== null
  if (!isHead || !Array.isArray(sizes) || !sizes.every(isSize)) throw new Error('no frame')
  return { head: head as Record<string, unknown>, sizes, isComing: isComing === true }
}

const isSize = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** What of it may wait for who reads it, before its sender does. */
const aheadMax = 1024 * 1024

/** Bytes on their way, so many as were said; who reads them keeps pace with who sends them. */
export class Coming implements AsyncIterable<Uint8Array> {
  #left: number
  #pieces: Uint8Array[] = []
  #ahead = 0
  #isLeft = false
  #failed: Error | undefined
  #came: () => void = () => undefined
  /** Told whether more may come now. */
  onPace: (mayCome: boolean) => void = () => undefined

  constructor(byteLength: number) {
    this.#left = byteLength
  }

  /** Takes what is its own of a chunk; the rest is of what comes after it. */
  push(chunk: Uint8Array): Uint8Array {
    const own = chunk.subarray(0, this.#left)
    this.#left -= own.byteLength
    if (!this.#isLeft && own.byteLength > 0) {
      this.#pieces.push(own)
      this.#ahead += own.byteLength
      if (this.#ahead > aheadMax) this.onPace(false)
    }
    this.#came()
    return chunk.subarray(own.byteLength)
  }

  /** Nobody reads it any more: what is still to come is let past. */
  leave(): void {
    this.#isLeft = true
    this.#pieces = []
    this.onPace(true)
  }

  /** Its sender is gone: nothing more comes of what is still to come. */
  fail(error: Error): void {
    this.#failed = error
    this.#came()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const piece = this.#pieces.shift()
      if (piece !== undefined) {
        yield piece
        this.#ahead -= piece.byteLength
        if (this.#ahead <= aheadMax / 2) this.onPace(true)
      } else if (this.#left === 0) return
      else if (this.#failed !== undefined) throw this.#failed
      else await new Promise<void>((resolve) => (this.#came = resolve))
    }
  }
}
