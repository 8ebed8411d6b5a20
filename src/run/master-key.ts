import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { isInstalled, whatToDo } from '../install/same-key.ts'
import { deriveKeys, type Keys } from '../ports/keys/keys.ts'

/**
 * The key from the environment, or the one in the data folder, made there at the first start. A
 * database that others began is never given a new one.
 */
export async function readKeys(
  environment: Environment,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<Keys> {
  const given = environment.RECEIVABLES_MASTER_KEY
  if (given !== undefined) return deriveKeys(given)
  const folder = environment.RECEIVABLES_DATA_DIR
  const file = join(folder, 'master-key')
  if (!existsSync(file)) {
    // A process that starts beside this one makes the key before it makes the database.
    if ((await isInstalled(ownerUrl)) && !existsSync(file)) {
      throw new Error(`there is no master key ${file}, but the database is there: ${whatToDo}`)
    }
    makeKey(file, folder, say)
  }
  const kept = readFileSync(file, 'utf8').trim()
  if (/^[0-9a-f]{64}$/.test(kept)) return deriveKeys(kept)
  throw new Error(`the master key ${file} is spoiled, it should be 64 hex digits: ${whatToDo}`)
}

/** Linked into place, so that of two processes that start at once both read the same key. */
function makeKey(file: string, folder: string, say: (line: string) => void): void {
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    keepOnDisk(folder)
    say(`made the master key ${file}: keep a copy, without it no stored secret can be read`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
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
