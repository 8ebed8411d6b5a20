import { escapePointer } from '../read/faults.ts'
import { refuse, type Fault } from '../../domain/refusal.ts'

export interface BodyLimits {
  bytes: number
  /** What is said to be accepted, where that is a file and the body a form around it. */
  said?: number
  /** Told of each piece that arrives; it may refuse. */
  count?: (bytes: number) => void
}

const depthMax = 32
const valuesMax = 100_000

/** Reads at most the allowed bytes, whatever length the sender announces. */
export async function readBytes(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > limits.bytes) refuseLonger(limits)
  // HTTP holds a sender to the length it announced, so that such a body can be taken whole.
  if (announced !== null) {
    const whole = new Uint8Array(await request.arrayBuffer())
    return whole.byteLength > limits.bytes ? refuseLonger(limits) : whole
  }
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(request, limits)) pieces.push(piece)
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

/** The same piece by piece, as they arrive. */
export async function* piecesOf(
  request: Request,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array, void> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes) refuseLonger(limits)
  if (request.body === null) return
  let size = 0
  for await (const piece of request.body) {
    size += piece.byteLength
    if (size > limits.bytes) refuseLonger(limits)
    limits.count?.(piece.byteLength)
    yield piece
  }
}

export const refuseLonger = ({ bytes, said = bytes }: BodyLimits): never =>
  refuse('BODY_TOO_LARGE', { detail: `At most ${said} bytes are accepted.` })

/** One JSON document, or nothing; refused with a pointer where a value could not be stored. */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  return jsonOf(request.headers, await readBytes(request, limits))
}

export function jsonOf(headers: Headers, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined
  const type = headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) refuse('UNSUPPORTED_MEDIA_TYPE')
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') {
    refuse('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body without content encoding.' })
  }
  const text = decode(bytes)
  refuseExcess(text)
  const value = parse(text)
  // Text that is valid UTF-8 and parsed holds neither a NUL nor half a pair, unless by an escape.
  const doubtful = text.includes('\\u') || text.includes(prototype)
  const pointer = doubtful ? findUnstorable(value) : undefined
  if (pointer !== undefined) refuse('VALIDATION_FAILED', { errors: [unstorable(pointer)] })
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse('MALFORMED_BODY', { detail: 'The body is not valid UTF-8.' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/"[^"]*"\.{0,3}/g, '…') : ''
    return refuse('MALFORMED_BODY', { detail: detail.slice(0, 200) })
  }
}

/** Counts brackets and values before parsing: the parser itself would run out of stack first. */
function refuseExcess(text: string): void {
  let depth = 0
  let values = 1
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 92) at++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 44) values++
    else if (code === 123 || code === 91) {
      values++
      if (++depth > depthMax) {
        refuse('MALFORMED_BODY', { detail: `At most ${depthMax} levels are accepted.` })
      }
    } else if (code === 125 || code === 93) depth--
  }
  if (values > valuesMax) {
    refuse('MALFORMED_BODY', { detail: `At most ${valuesMax} values are accepted.` })
  }
}

/** The pointer of the first name or text that could not be stored. */
function findUnstorable(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const below = isStorable(name) && name !== prototype ? findUnstorable(inner) : ''
    if (below !== undefined) return `/${escapePointer(name)}${below}`
  }
  return undefined
}

/** A name that objects have of themselves: it would be dropped without a word. */
const prototype = '__proto__'

/** NUL and lone surrogates are legal in JSON, and cannot be stored as text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function unstorable(pointer: string): Fault {
  return {
    pointer: pointer.toWellFormed(),
    code: 'UNSTORABLE_TEXT',
    message: 'Holds a NUL, half of a surrogate pair, or a name that no field can have',
  }
}
