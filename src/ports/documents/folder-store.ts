import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crashPoint } from '../process/crash-point.ts'
import { inPieces, markOfShelf, pieceBytes, refuseNoKey, type DocumentStore } from './documents.ts'
import { placing, type Places } from './places.ts'

/**
 * Documents as files, spread over two levels of folders; a file is whole or it is not there. What
 * is being written stands in a folder of its own, so that halves are found at a glance. Without
 * `places` what was kept stays, whatever becomes of its row.
 */
export function folderStore(folder: string, places?: Places): DocumentStore {
  const halves = join(folder, 'half')
  const refuseAway = whileMounted(folder)
  // Of a disk that is away nothing is found, and all would be there again when it comes back.
  const remove = async (key: string) => {
    await refuseAway()
    await rm(fileOf(folder, key), { force: true })
  }
  return {
    async put(key, bytes) {
      const file = fileOf(folder, key)
      await refuseAway()
      const { keep } = await brought(halves, key, bytes)
      crashPoint('file-half-written', () => [key])
      await keep(file)
    },
    async bring(bytes) {
      await refuseAway()
      const { half, keep, drop } = await brought(halves, 'brought', bytes)
      const found = { keep: (key: string) => keep(fileOf(folder, key)), drop }
      return placing({ ...found, pieces: () => piecesOf(half) }, places, remove)
    },
    async get(key) {
      const found = await readFile(fileOf(folder, key)).catch(unlessAbsent(undefined))
      if (found === undefined) await refuseAway()
      return found
    },
    async *pieces(key) {
      try {
        yield* piecesOf(fileOf(folder, key))
      } catch (error) {
        unlessAbsent(undefined)(error as NodeJS.ErrnoException)
        await refuseAway()
      }
    },
    delete: remove,
    async sweep(before) {
      let swept = (await places?.takeBack({ before }, remove)) ?? 0
      for (const name of await readdir(halves).catch(unlessAbsent([]))) {
        const half = join(halves, name)
        const found = await stat(half).catch(unlessAbsent(undefined))
        if (found === undefined || found.mtime >= before) continue
        await rm(half, { force: true })
        swept++
      }
      return swept
    },
    ...(places && { close: () => places.close() }),
  }
}

const piecesOf = (file: string): AsyncIterable<Uint8Array> =>
  createReadStream(file, { highWaterMark: pieceBytes })

/**
 * Without its disk a folder is there and empty: nothing is said to be missing then, and nothing is
 * written beside what comes back.
 */
function whileMounted(folder: string): () => Promise<void> {
  let wasThere = false
  return async () => {
    const mark = await stat(join(folder, markOfShelf)).catch(unlessAbsent(undefined))
    if (mark !== undefined) wasThere = true
    else if (wasThere) throw Object.assign(new Error('the documents are away'), { code: 'ENODEV' })
  }
}

async function brought(
  halves: string,
  name: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
) {
  const half = join(halves, `${name}.${randomBytes(6).toString('hex')}`)
  const drop = () => rm(half, { force: true })
  const orDrop = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      await drop()
      throw error
    }
  }
  await mkdir(halves, { recursive: true, mode: 0o700 })
  await orDrop(writeDurably(half, bytes))
  const keep = async (file: string) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await orDrop(rename(half, file))
    await syncFolder(dirname(file))
  }
  return { half, keep, drop }
}

/** What is said of a file that is not there; any other error stays one. */
export function unlessAbsent<T>(instead: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
}

function fileOf(folder: string, key: string): string {
  refuseNoKey(key)
  return join(folder, key.slice(0, 2), key.slice(2, 4), key)
}

async function writeDurably(
  file: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    if (bytes instanceof Uint8Array) await handle.writeFile(bytes)
    else for await (const piece of inPieces(bytes)) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The name of a file outlasts a power cut only once its folder is written too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
