import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { currentKey, knownKeys } from '../install/key-ring.ts'
import { isInstalled, whatToDo } from '../install/same-key.ts'
import { withClient } from '../ports/database/connect.ts'
import { deriveKeys, KeyRing } from '../ports/keys/key-ring.ts'

/**
 * The keys from the environment, or those in the data folder, of which the first is made there at
 * the first start; the database says which is the current one. A database that others began is
 * never given a new one.
 */
export async function readKeys(
  environment: Environment,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<KeyRing> {
  const folder = environment.RECEIVABLES_DATA_DIR
  if (mastersOf(environment).length === 0) {
    const file = join(folder, firstFile)
    // A process that starts beside this one makes the key before it makes the database.
    if ((await isInstalled(ownerUrl)) && mastersOf(environment).length === 0) {
      throw new Error(`there is no master key ${file}, but the database is there: ${whatToDo}`)
    }
    if (keep(randomBytes(32).toString('hex'), file, folder)) {
      say(`made the master key ${file}: keep a copy, without it no stored secret can be read`)
    }
  }
  const [first = '', ...further] = mastersOf(environment)
  const ring = new KeyRing(first, further)
  await withClient(ownerUrl, async (client) => {
    const current = await currentKey(client)
    if (current === undefined || ring.of(current.id) === undefined) return
    ring.turnTo(current.id, current.kept)
    const missing = (await knownKeys(client)).filter(
      ({ id, removedAt }) => removedAt === null && ring.of(id) === undefined,
    )
    if (missing.length === 0) return
    const ids = missing.map(({ id }) => id).join(', ')
    throw new Error(
      `something is still sealed by the master key ${ids}, which is not here: give it by ` +
        'RECEIVABLES_FURTHER_KEYS, or bring back its file in the data folder, until ' +
        '"npx receivables key remove" has let it go',
    )
  })
  return ring
}

const firstFile = 'master-key'
const keyFile = /^master-key(?:-[0-9a-f]{8})?$/
const masterKey = /^[0-9a-f]{64}$/

/** All keys that this process is given; those of the folder may become more. */
export function mastersOf(environment: Environment): string[] {
  const { RECEIVABLES_MASTER_KEY: given, RECEIVABLES_FURTHER_KEYS: further = [] } = environment
  const own = given === undefined ? inFolder(environment).map(({ master }) => master) : [given]
  return [...own, ...further]
}

interface KeptKey {
  file: string
  master: string
}

function inFolder({ RECEIVABLES_DATA_DIR: folder }: Environment): KeptKey[] {
  if (!existsSync(folder)) return []
  return keyFilesIn(folder).map((file) => {
    const master = readFileSync(file, 'utf8').trim()
    if (masterKey.test(master)) return { file, master }
    throw new Error(`the master key ${file} is spoiled, it should be 64 hex digits: ${whatToDo}`)
  })
}

export const keyFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => keyFile.test(name))
    .toSorted()
    .map((name) => join(folder, name))

/** A new key beside those that are there; which one it is. */
export function addKey({ RECEIVABLES_DATA_DIR: folder }: Environment): {
  id: string
  file: string
} {
  const master = randomBytes(32).toString('hex')
  const { id } = deriveKeys(master)
  const file = join(folder, `${firstFile}-${id}`)
  keep(master, file, folder)
  return { id, file }
}

/** Keys of a backup, in a data folder that has none. */
export function putKeys(
  { RECEIVABLES_DATA_DIR: folder }: Environment,
  masters: readonly string[],
): void {
  for (const [n, master] of masters.entries()) {
    if (!masterKey.test(master)) throw new Error('a master key of the backup is spoiled')
    const name = n === 0 ? firstFile : `${firstFile}-${deriveKeys(master).id}`
    keep(master, join(folder, name), folder)
  }
}

/** The file of a key, where it lies in the data folder. */
export const fileOfKey = (environment: Environment, id: string): string | undefined =>
  environment.RECEIVABLES_MASTER_KEY === undefined
    ? inFolder(environment).find(({ master }) => deriveKeys(master).id === id)?.file
    : undefined

/** Linked into place, so that of two processes that start at once both read the same key. */
function keep(master: string, file: string, folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.new-key.${process.pid}`)
  writeFileSync(draft, `${master}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    keepOnDisk(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Where the power fails next, the database must not be there without its key. */
function keepOnDisk(folder: string): void {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
