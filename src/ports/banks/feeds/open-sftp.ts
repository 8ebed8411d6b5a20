import { constants } from 'node:fs'
import type { Attributes, FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { isForUs, isSame, type Seen } from '../../../domain/payments/bank-feed.ts'
import { absent, asked, codeOf, endOfFile, type Answered, type Ask } from '../../sftp/ask.ts'
import { Changed, listedMost, type OpenFeed } from './feed.ts'

const pieceBytes = 32 * 1024
/** How many pieces of a file are asked for at once: a server far away answers each late. */
const atOnce = 16
/** What of the same name may have been put aside before. */
const namesTried = 9

/** The folder of a session; every question ends when the session does. */
export function openSftp(
  sftp: SFTPWrapper,
  folder: string,
  stopped: AbortSignal,
  close: () => void,
): OpenFeed {
  const ask = <T>(put: (answered: Answered<T>) => void) => asked(sftp, stopped, put)
  const at = (...names: readonly string[]) => [folder, ...names].join('/')
  const statOf = (name: string) =>
    ask<Stats>((answered) => sftp.lstat(at(name), answered)).catch(absent)
  return {
    list: () => listed(ask, sftp, folder),

    async *read(seen) {
      const handle = await ask<Buffer>((answered) => sftp.open(at(seen.name), 'r', answered))
      const statNow = () => ask<Stats>((answered) => sftp.fstat(handle, answered))
      try {
        if (!isFileAs(seen, await statNow())) throw new Changed(seen.name)
        yield* piecesOf(ask, sftp, handle, seen)
        if (!isFileAs(seen, await statNow())) throw new Changed(seen.name)
      } finally {
        await ask<void>((answered) => sftp.close(handle, answered))
      }
    },

    async settle(seen, into, name) {
      const now = await statOf(seen.name)
      if (now === undefined) return true
      if (!isFileAs(seen, now)) return false
      if ((await statOf(into)) === undefined) {
        await ask<void>((answered) => sftp.mkdir(at(into), answered))
      }
      for (let n = 1; n <= namesTried; n++) {
        const free = n === 1 ? name : `${n}-${name}`
        if ((await statOf(`${into}/${free}`)) !== undefined) continue
        await ask<void>((answered) => sftp.rename(at(seen.name), at(into, free), answered))
        return true
      }
      throw new Error(`There are too many of this name in ${into}`)
    },

    close,
  }
}

/** Page by page, so that a folder without an end is left after so many names. */
async function listed(ask: Ask, sftp: SFTPWrapper, folder: string): Promise<readonly Seen[]> {
  const handle = await ask<Buffer>((answered) => sftp.opendir(folder, answered))
  const found: Seen[] = []
  for (let looked = 0; looked < listedMost;) {
    // By a handle it is one page; the types know a path alone.
    const read = sftp.readdir.bind(sftp) as unknown as ReadPage
    const page = await ask<FileEntryWithStats[]>((answered) => read(handle, answered)).catch(ended)
    if (page.length === 0) break
    looked += page.length
    for (const { filename, attrs } of page) {
      const seen = isForUs(filename) ? seenIn(filename, attrs) : undefined
      if (seen !== undefined) found.push(seen)
    }
  }
  await ask<void>((answered) => sftp.close(handle, answered))
  return found
}

type ReadPage = (handle: Buffer, answered: Answered<FileEntryWithStats[]>) => void

/** Some are asked for at once, and given in their order; of what is shorter by now none. */
async function* piecesOf(
  ask: Ask,
  sftp: SFTPWrapper,
  handle: Buffer,
  { name, size }: Seen,
): AsyncGenerator<Uint8Array, void> {
  const readPiece = async (bytes: Buffer, from: number): Promise<void> => {
    for (let at = 0; at < bytes.byteLength;) {
      const count = await ask<number>((answered) => {
        const left = bytes.byteLength - at
        sftp.read(handle, bytes, at, left, from + at, (error, read) => answered(error, read))
      }).catch(ended0)
      if (count <= 0 || at + count > bytes.byteLength) throw new Changed(name)
      at += count
    }
  }
  for (let at = 0; at < size; at += atOnce * pieceBytes) {
    const bytes = Buffer.alloc(Math.min(atOnce * pieceBytes, size - at))
    const places = Array.from({ length: atOnce }, (_, n) => n * pieceBytes)
    const parts = places.filter((from) => from < bytes.byteLength)
    await Promise.all(
      parts.map((from) => readPiece(bytes.subarray(from, from + pieceBytes), at + from)),
    )
    yield bytes
  }
}

/** Of links and folders nothing is taken. */
function seenIn(name: string, { mode, size, mtime }: Attributes): Seen | undefined {
  const isFile = (mode & constants.S_IFMT) === constants.S_IFREG
  return isFile ? { name, size, modifiedMs: mtime * 1000 } : undefined
}

const isFileAs = (seen: Seen, now: Stats): boolean => {
  const found = seenIn(seen.name, now)
  return found !== undefined && isSame(seen, found)
}

function ended(error: unknown): [] {
  if (codeOf(error) === endOfFile) return []
  throw error
}

function ended0(error: unknown): number {
  if (codeOf(error) === endOfFile) return 0
  throw error
}
