import { constants } from 'node:fs'
import { lstat, mkdir, open, opendir, realpath, rename } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { isForUs, isSame, type Seen } from '../../../domain/payments/bank-feed.ts'
import { folderShape } from '../../erp/file.ts'
import { Changed, listedMost, type BankFeedPort, type OpenFeed } from './feed.ts'

/** Folders of tenants below the one that is named; nothing outside of them is ever reached. */
export function folderFeed(root: string): BankFeedPort {
  return {
    async open({ tenantId, folder }) {
      if (!folderShape.test(folder)) throw new Error('that is not the name of a folder')
      const place = join(root, tenantId, folder)
      await mkdir(place, { recursive: true, mode: 0o700 })
      if ((await realpath(place)) !== join(await realpath(root), tenantId, folder)) {
        throw new Error('the folder leads elsewhere')
      }
      return openFolder(place)
    },
  }
}

const pieceBytes = 256 * 1024

const openFolder = (place: string): OpenFeed => ({
  async list() {
    const found: Seen[] = []
    let looked = 0
    for await (const { name } of await opendir(place)) {
      if (++looked > listedMost) break
      const seen = isForUs(name) ? await seenAt(place, name) : undefined
      if (seen !== undefined) found.push(seen)
    }
    return found
  },

  async *read(seen) {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    const file = await open(join(place, seen.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      refuseChanged(seen, await file.stat())
      let size = 0
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, size)
        size += bytesRead
        // Of a file that grows no more is read than was seen of it.
        if (bytesRead === 0 || size > seen.size) break
        yield buffer.subarray(0, bytesRead)
      }
      if (size !== seen.size) throw new Changed(seen.name)
      refuseChanged(seen, await file.stat())
    } finally {
      await file.close()
    }
  },

  async settle(seen, into, name) {
    const now = await lstat(join(place, seen.name)).catch(absent)
    if (now === undefined) return true
    if (!isFileAs(seen, now)) return false
    const aside = join(place, into)
    await mkdir(aside, { mode: 0o700 }).catch(thereAlready)
    if (!(await lstat(aside)).isDirectory()) throw new Error(`${into} is no folder`)
    await rename(join(place, seen.name), join(aside, name))
    return true
  },

  close: () => undefined,
})

async function seenAt(place: string, name: string): Promise<Seen | undefined> {
  const stats = await lstat(join(place, name)).catch(absent)
  return stats?.isFile() === true ? seenIn(name, stats) : undefined
}

const seenIn = (name: string, { size, mtimeMs }: Stats): Seen => ({
  name,
  size,
  modifiedMs: Math.floor(mtimeMs),
})

const isFileAs = (seen: Seen, now: Stats): boolean =>
  now.isFile() && isSame(seen, seenIn(seen.name, now))

function refuseChanged(seen: Seen, now: Stats): void {
  if (!isFileAs(seen, now)) throw new Changed(seen.name)
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function thereAlready(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
