import { constants } from 'node:fs'
import type { Attributes, FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { fileBytesMax } from '../../../domain/distribution/file-kind.ts'
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

    async read(seen) {
      const handle = await ask<Buffer>((answered) => sftp.open(at(seen.name), 'r', answered))
      if (!isFileAs(seen, await ask<Stats>((answered) => sftp.fstat(handle, answered)))) {
        throw new Changed(seen.name)
      }
      const bytes = await readAll(ask, sftp, handle, Math.min(seen.size, fileBytesMax))
      const now = await ask<Stats>((answered) => sftp.fstat(handle, answered))
      await ask<void>((answered) => sftp.close(handle, answered))
      if (bytes.byteLength !== seen.size || !isFileAs(seen, now)) throw new Changed(seen.name)
      return bytes
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

async function readAll(ask: Ask, sftp: SFTPWrapper, handle: Buffer, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const ends = new Set<number>()
  const readPiece = async (from: number): Promise<void> => {
    const until = Math.min(from + pieceBytes, size)
    for (let at = from; at < until;) {
      const count = await ask<number>((answered) => {
        sftp.read(handle, bytes, at, until - at, at, (error, read) => answered(error, read))
      }).catch(ended0)
      if (count <= 0 || at + count > until) return void ends.add(at)
      at += count
    }
  }
  for (let at = 0; at < size; at += atOnce * pieceBytes) {
    const pieces = Array.from({ length: atOnce }, (_, n) => at + n * pieceBytes)
    await Promise.all(pieces.filter((from) => from < size).map(readPiece))
  }
  return ends.size === 0 ? bytes : bytes.subarray(0, Math.min(...ends))
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
