import { createHash } from 'node:crypto'
import type { SFTPWrapper, Stats } from 'ssh2'
import { absent, asked, codeOf, endOfFile, noSuchFile, notAllowed, type Ask } from './ask.ts'
import type { ReachOptions } from './reach.ts'
import { enterSftp, NotLetIn, type SftpServer } from './session.ts'

export interface FileToPut {
  folder: string
  name: string
  bytes: Uint8Array
}

/** A way to leave files with strangers. */
export interface FileServers {
  /** Done again it changes nothing; `PutRefused` where another try would help nothing. */
  put(server: SftpServer, file: FileToPut): Promise<void>
}

/** The server does not take the file, however often it is sent. */
export class PutRefused extends Error {}

const putMs = 120_000
const pieceBytes = 32 * 1024

/** Whoever looks into the folder sees a file once it is whole. */
export const sftpServers = (options: ReachOptions): FileServers => ({
  async put(server, file) {
    const stopped = AbortSignal.timeout(putMs)
    try {
      const { sftp, end } = await enterSftp(server, options, stopped)
      try {
        await putWhole(sftp, file, (put) => asked(sftp, stopped, put))
      } finally {
        end()
      }
    } catch (error) {
      throw error instanceof NotLetIn ? new PutRefused(error.message) : refusedIn(error)
    }
  },
})

function refusedIn(error: unknown): unknown {
  if (codeOf(error) === noSuchFile) return new PutRefused('The server has no such folder')
  if (codeOf(error) === notAllowed) return new PutRefused('The server does not let us write there')
  return error
}

async function putWhole(sftp: SFTPWrapper, { folder, name, bytes }: FileToPut, ask: Ask) {
  const path = `${folder}/${name}`
  if (await isThere(sftp, path, bytes, ask)) return
  const unfinished = `${folder}/.${name}.part`
  const handle = await ask<Buffer>((answered) => sftp.open(unfinished, 'w', answered))
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const piece = Buffer.from(bytes.subarray(at, at + pieceBytes))
    await ask<void>((answered) => sftp.write(handle, piece, 0, piece.byteLength, at, answered))
  }
  await ask<void>((answered) => sftp.close(handle, answered))
  const { size } = await ask<Stats>((answered) => sftp.stat(unfinished, answered))
  if (size !== bytes.byteLength) throw new Error('The server has kept less than was sent')
  await ask<void>((answered) => sftp.rename(unfinished, path, answered))
}

/** What a try before left there whole is the same file; another of its name is nothing to write over. */
async function isThere(
  sftp: SFTPWrapper,
  path: string,
  bytes: Uint8Array,
  ask: Ask,
): Promise<boolean> {
  const found = await ask<Stats>((answered) => sftp.lstat(path, answered)).catch(absent)
  if (found === undefined) return false
  if (found.size === bytes.byteLength) {
    const handle = await ask<Buffer>((answered) => sftp.open(path, 'r', answered))
    const known = await readAll(sftp, handle, bytes.byteLength, ask)
    await ask<void>((answered) => sftp.close(handle, answered))
    if (sumOf(known) === sumOf(bytes)) return true
  }
  throw new PutRefused('Another file of this name stands there')
}

async function readAll(sftp: SFTPWrapper, handle: Buffer, size: number, ask: Ask) {
  const known = Buffer.alloc(size)
  for (let at = 0; at < size;) {
    const count = await ask<number>((answered) => {
      const most = Math.min(pieceBytes, size - at)
      sftp.read(handle, known, at, most, at, (error, read) => answered(error, read))
    }).catch((error: unknown) => {
      if (codeOf(error) === endOfFile) return 0
      throw error
    })
    if (count <= 0) break
    at += count
  }
  return known
}

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
