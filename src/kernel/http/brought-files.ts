import { hash } from 'node:crypto'
import {
  fileBytesMax,
  isOfType,
  isPicture,
  typeOfFile,
  type FileSeen,
  type FileType,
  type PictureType,
} from '../../domain/distribution/file-kind.ts'
import { refuse } from '../../domain/refusal.ts'
import { Unreadable, type Streamed } from '../../ports/apart/kinds.ts'
import { arrive, type Arrived } from '../../ports/documents/arrived.ts'
import type { Brought } from '../../ports/documents/documents.ts'
import { ownPicture } from '../../ports/pictures/pictures.ts'
import type { Runtime } from '../write/runtime.ts'

/** A file inside of a body, by the names that all operations have for it. */
interface Sent {
  filename: string
  mimeType?: FileType
  content: string
}

interface Bringing {
  tenantId: string
  /** Whatever is in the store for this request, which is dropped at its end. */
  brought: Brought[]
  /** The files of a form, which are there already; else they are in the body. */
  arrived?: readonly Arrived[]
}

/**
 * The body whose files are in the store, where whoever keeps them only gives them their name, and
 * what a key stands for: that body with each file by the hash of what was sent, so that the same
 * one is the same as a form and inside of JSON. Pictures are then in pixels of our own: they are
 * decoded apart, before a connection is held, and what cannot be decoded is refused.
 */
export async function withFilesBrought(
  runtime: Runtime,
  bringing: Bringing,
  body: unknown,
): Promise<{ taken: unknown; said: unknown }> {
  const { arrived } = bringing
  const sums: string[] = []
  const taken = await filesIn(body, async (file, pointer) => {
    const bytes = arrived?.[sums.length] ?? Buffer.from(file.content, 'base64')
    sums.push(bytes instanceof Uint8Array ? hash('sha256', bytes) : bytes.sha256)
    const brought = await broughtOf(runtime, bringing, file, bytes, pointer)
    return { ...file, content: Buffer.from(brought.begun).toString('base64'), brought }
  })
  const left = sums.values()
  const said = await filesIn(body, async (file) => ({ ...file, content: left.next().value ?? '' }))
  return { taken, said }
}

/** The body with each of its files as it then is: it is one, or has some. */
async function filesIn(
  body: unknown,
  change: (file: Sent, pointer: string) => Promise<Sent>,
): Promise<unknown> {
  if (isSent(body)) return change(body, '')
  const { files } = (body ?? {}) as { files?: unknown }
  if (!Array.isArray(files)) return body
  const changed: unknown[] = []
  // One after the other: a caller has one place at a time.
  for (const [at, file] of files.entries()) {
    changed.push(isSent(file) ? await change(file, `/files/${at}`) : file)
  }
  return { ...(body as object), files: changed }
}

function isSent(value: unknown): value is Sent {
  const { filename, content } = (value ?? {}) as Partial<Record<keyof Sent, unknown>>
  return typeof filename === 'string' && typeof content === 'string'
}

/** Enough of a file to know a picture by. */
const begunLength = 48

async function broughtOf(
  runtime: Runtime,
  { tenantId, brought }: Bringing,
  file: Sent,
  bytes: Uint8Array | Arrived,
  pointer: string,
): Promise<Arrived> {
  const { apart, documents } = runtime
  const seen = bytes instanceof Uint8Array ? bytes.subarray(0, begunLength) : bytes
  const picture = pictureOf(file, seen)
  const bring = async (from: Uint8Array | AsyncIterable<Uint8Array>) => {
    const own = await arrive(documents, from, refuseLargePicture)
    brought.push(own)
    return own
  }
  if (picture === undefined) return bytes instanceof Uint8Array ? bring(bytes) : bytes
  try {
    return await ownPicture(apart, tenantId, whereItIs(bytes), picture, bring)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { code, message } = error
    return refuse('FILE_UNREADABLE', { errors: [{ pointer: `${pointer}/content`, code, message }] })
  }
}

/** What is another type than it is said to be is refused by whoever stores it. */
function pictureOf(file: Sent, seen: Uint8Array | FileSeen): PictureType | undefined {
  const type = file.mimeType ?? typeOfFile(seen, file.filename)
  return isPicture(type) && isOfType(type, seen) ? type : undefined
}

const whereItIs = (bytes: Uint8Array | Arrived): Uint8Array | Streamed =>
  bytes instanceof Uint8Array ? bytes : { byteLength: bytes.size, pieces: bytes.pieces }

/** Whoever decodes has the same limit; what it says is not relied on. */
function refuseLargePicture(size: number): void {
  if (size <= fileBytesMax) return
  throw new Unreadable('PICTURE_TOO_LARGE', 'Its pixels fill more than a file may hold')
}

/** What was kept meanwhile stays; what cannot be dropped is swept up later, whatever was answered. */
export async function dropAll(brought: readonly Brought[]): Promise<void> {
  for (const file of brought) await file.drop().catch(() => undefined)
}
