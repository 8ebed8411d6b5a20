import {
  isOfType,
  isPicture,
  typeOfFile,
  type FileType,
} from '../../domain/distribution/file-kind.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Apart } from '../../ports/apart/apart.ts'
import { Unreadable } from '../../ports/apart/kinds.ts'
import { ownPicture } from '../../ports/pictures/pictures.ts'

/** A file inside of a body, by the names that all operations have for it. */
interface Sent {
  filename: string
  mimeType?: FileType
  content: string
}

/**
 * The body with every picture in pixels of our own. They are decoded apart, before a connection is
 * held; what cannot be decoded within its limits is refused, so that it is never stored.
 */
export function withOwnPictures(apart: Apart, tenantId: string, body: unknown): Promise<unknown> {
  return filesIn(body, (file, pointer) => ownOf(apart, tenantId, file, pointer))
}

/** The body with each of its files as it then is: it is one, or has some. */
export async function filesIn<Body>(
  body: Body,
  change: (file: Sent, pointer: string) => Promise<Sent>,
): Promise<Body> {
  if (isSent(body)) return (await change(body, '')) as Body & Sent
  const { files } = (body ?? {}) as { files?: unknown }
  if (!Array.isArray(files)) return body
  const changed: unknown[] = []
  // One after the other: a caller has one place at a time.
  for (const [at, file] of files.entries()) {
    changed.push(isSent(file) ? await change(file, `/files/${at}`) : file)
  }
  return { ...body, files: changed }
}

function isSent(value: unknown): value is Sent {
  const { filename, content } = (value ?? {}) as Partial<Record<keyof Sent, unknown>>
  return typeof filename === 'string' && typeof content === 'string'
}

/** Enough of the text to know a picture by. */
const begunLength = 64

async function ownOf(apart: Apart, tenantId: string, file: Sent, pointer: string): Promise<Sent> {
  const begun = Buffer.from(file.content.slice(0, begunLength), 'base64')
  const type = file.mimeType ?? typeOfFile(begun, file.filename)
  // What is another type than it is said to be is refused by whoever stores it.
  if (!isPicture(type) || !isOfType(type, begun)) return file
  const bytes = Buffer.from(file.content, 'base64')
  try {
    const own = await ownPicture(apart, tenantId, bytes, type)
    return { ...file, content: Buffer.from(own).toString('base64') }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { code, message } = error
    return refuse('FILE_UNREADABLE', { errors: [{ pointer: `${pointer}/content`, code, message }] })
  }
}
