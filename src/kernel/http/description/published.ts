import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

const brotliQuality = 9

const compress: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  identity: async (content) => content,
}

interface PublishedAs {
  type: string
  /** The address changes with the content, so it need never be asked for again. */
  immutable?: true
  policy?: string
}

/** A text that never changes while the process runs: built, compressed and hashed once, when asked. */
export class Published {
  readonly #build: () => string | Buffer
  readonly #as: PublishedAs
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()
  #content: Buffer | undefined
  #hash: string | undefined

  constructor(build: () => string | Buffer, as: PublishedAs) {
    this.#build = build
    this.#as = as
  }

  async respond(request: Request): Promise<Response> {
    const content = (this.#content ??= Buffer.from(this.#build()))
    this.#hash ??= createHash('sha256').update(content).digest('base64url').slice(0, 27)
    const encoding = chosen(request.headers.get('accept-encoding') ?? '')
    // Each encoding is other bytes, so a strong tag must be another one.
    const etag = encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
    const headers = new Headers({
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': this.#as.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(this.#as.policy !== undefined && { 'Content-Security-Policy': this.#as.policy }),
    })
    if (isKnown(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers })
    }
    headers.set('Content-Type', this.#as.type)
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
    const body = await this.#inEncoding(encoding, content)
    headers.set('Content-Length', String(body.byteLength))
    return new Response(new Uint8Array(body), { headers })
  }

  #inEncoding(encoding: Encoding, content: Buffer): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known !== undefined) return known
    const made = compress[encoding](content)
    this.#encoded.set(encoding, made)
    return made
  }
}

/** The smallest that the caller takes; one that is named with q=0 is not taken. */
function chosen(accepted: string): Encoding {
  const taken = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)
      return [name.trim(), q === undefined ? 1 : Number(q)]
    }),
  )
  const takes = (name: Encoding) => (taken.get(name) ?? taken.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

function isKnown(given: string | null, etag: string): boolean {
  if (given === null) return false
  const tags = given.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
