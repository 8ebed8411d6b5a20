/** One message between two processes: a head in JSON, and whatever bytes go with it. */
export interface Frame {
  head: Record<string, unknown>
  parts: Uint8Array[]
}

const framesMax = 256 * 1024 * 1024

/** Length of the head, the head with the sizes of the parts, the parts. */
export function framed({ head, parts }: Frame): Uint8Array[] {
  const sizes = parts.map(({ byteLength }) => byteLength)
  const text = Buffer.from(JSON.stringify({ head, sizes }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.byteLength)
  return [length, text, ...parts]
}

/** Puts together again what arrives in pieces; throws at what no honest sender would say. */
export class FrameReader {
  readonly #max: number
  #chunks: Uint8Array[] = []
  #size = 0
  /** As many bytes as must be there before it is worth another look. */
  #wanted = 4

  constructor(max = framesMax) {
    this.#max = max
  }

  /** One by one, so that those before a false one still count. */
  *push(chunk: Uint8Array): Generator<Frame> {
    this.#chunks.push(chunk)
    this.#size += chunk.byteLength
    while (this.#size >= this.#wanted) {
      const frame = this.#first()
      if (frame !== undefined) yield frame
    }
  }

  #first(): Frame | undefined {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = [bytes]
    const body = 4 + bytes.readUInt32LE(0)
    if (bytes.byteLength < body) return this.#waitFor(body)
    const { head, sizes } = sizedHead(bytes.subarray(4, body).toString())
    const end = sizes.reduce((sum, size) => sum + size, body)
    if (bytes.byteLength < end) return this.#waitFor(end)
    let at = body
    const parts = sizes.map((size) => new Uint8Array(bytes.subarray(at, (at += size))))
    this.#chunks = [bytes.subarray(end)]
    this.#size = bytes.byteLength - end
    this.#wanted = 4
    return { head, parts }
  }

  #waitFor(wanted: number): undefined {
    if (wanted > this.#max) throw new Error('a frame is larger than any may be')
    this.#wanted = wanted
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
