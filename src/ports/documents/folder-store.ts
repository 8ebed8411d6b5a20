import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crashPoint } from '../process/crash-point.ts'
import type { DocumentStore } from './documents.ts'

/** Documents as files, spread over two levels of folders; a file is whole or it is not there. */
export function folderStore(folder: string): DocumentStore {
  return {
    async put(key, bytes) {
      const file = fileOf(folder, key)
      const half = `${file}.${randomBytes(6).toString('hex')}`
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      try {
        await writeDurably(half, bytes)
        crashPoint('file-half-written', () => [key])
        await rename(half, file)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
      await syncFolder(dirname(file))
    },
    async get(key) {
      try {
        return await readFile(fileOf(folder, key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async delete(key) {
      await rm(fileOf(folder, key), { force: true })
    },
  }
}

const keyShape = /^[0-9a-f]{16,64}$/

function fileOf(folder: string, key: string): string {
  if (!keyShape.test(key)) throw new Error('not a key of a document')
  return join(folder, key.slice(0, 2), key.slice(2, 4), key)
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
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
