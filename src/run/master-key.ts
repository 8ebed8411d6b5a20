import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { deriveKeys, type Keys } from '../ports/keys/keys.ts'

/** The key from the environment, or the one in the data folder, made there at the first start. */
export function readKeys(environment: Environment, say: (line: string) => void): Keys {
  const given = environment.RECEIVABLES_MASTER_KEY
  if (given !== undefined) return deriveKeys(given)
  const file = join(environment.RECEIVABLES_DATA_DIR, 'master-key')
  if (!existsSync(file)) makeKey(file, environment.RECEIVABLES_DATA_DIR, say)
  return deriveKeys(readFileSync(file, 'utf8').trim())
}

/** Linked into place, so that of two processes that start at once both read the same key. */
function makeKey(file: string, folder: string, say: (line: string) => void): void {
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
    say(`made the master key ${file}: keep a copy, without it no stored secret can be read`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
