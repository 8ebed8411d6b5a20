import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { piecesOf, readBytes, type BodyLimits } from './body.ts'

/** What is announced to be no longer than this is no more than any JSON. */
const inMemoryMax = 256 * 1024

/** A body that has arrived. */
export interface Received {
  /** It takes memory worth a turn to be looked at. */
  isLarge: boolean
  bytes(): Promise<Uint8Array>
  end(): Promise<void>
}

/** A body with files, which arrives in a file: as long as it is on its way it takes no memory. */
export async function received(request: Request, limits: BodyLimits): Promise<Received> {
  const announced = request.headers.get('content-length')
  if (request.body === null || (announced !== null && Number(announced) <= inMemoryMax)) {
    const bytes = await readBytes(request, limits)
    return { isLarge: false, bytes: async () => bytes, end: async () => undefined }
  }
  const file = await nameless()
  try {
    const size = await written(file, request, limits)
    const isLarge = size > inMemoryMax
    return { isLarge, bytes: () => readWhole(file, size), end: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Nobody else comes to a file without a name, and nothing is left of it if the process dies. */
async function nameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `receivables-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

async function written(file: FileHandle, request: Request, limits: BodyLimits): Promise<number> {
  let size = 0
  for await (const piece of piecesOf(request, limits)) {
    // A write may take less than it is given.
    for (let at = 0; at < piece.byteLength;) {
      const { bytesWritten } = await file.write(piece, at, piece.byteLength - at, size + at)
      at += bytesWritten
    }
    size += piece.byteLength
  }
  return size
}

async function readWhole(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at)
    if (bytesRead === 0) throw new Error('an upload was cut off in its file')
    at += bytesRead
  }
  return bytes
}
