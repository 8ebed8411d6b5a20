import { existsSync } from 'node:fs'
import type { Client } from '@temporalio/client'
import { readEnvironment, type Environment } from '../environment.ts'
import { installedAt, type Installed } from '../install/logins.ts'
import { isInstalled } from '../install/same-key.ts'
import type { KeyRing } from '../ports/keys/key-ring.ts'
import { databaseFolder } from '../run/data-folder.ts'
import { engineClient } from '../run/engine-client.ts'
import { refuseUnguardedEngine } from '../run/guarded-engine.ts'
import { readKeys } from '../run/master-key.ts'
import { joined } from '../run/running-engines.ts'

/*
 * The ground of commands, without what the platform is made of: whoever only reads what operators
 * see loads none of it.
 */

export interface OwnDatabase {
  environment: Environment
  ownerUrl: string
  say: (line: string) => void
}

/** On the database alone, as it is, which may be empty or behind. */
export async function onOwnDatabase<T>(
  work: (at: OwnDatabase) => Promise<T>,
  judge: (environment: Environment) => void = () => undefined,
): Promise<T> {
  const environment = await joined(readEnvironment())
  judge(environment)
  return onStarted(environment, work)
}

/** The database that runs, or ours, started for as long as the work takes. */
async function onStarted<T>(
  environment: Environment,
  work: (at: OwnDatabase) => Promise<T>,
): Promise<T> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const { DATABASE_URL: ownerUrl } = environment
  if (ownerUrl !== undefined) return work({ environment, ownerUrl, say })
  const { startDatabase } = await import('../run/engines.ts')
  const database = await startDatabase(environment, { say, onLoss: () => undefined })
  try {
    return await work({ environment, ownerUrl: database.ownerUrl, say })
  } finally {
    await database.stop()
  }
}

/** A command in the wrong folder makes no second platform there, in which nothing is found. */
export function refuseAbsent({ DATABASE_URL, RECEIVABLES_DATA_DIR: folder }: Environment): void {
  if (DATABASE_URL !== undefined || existsSync(databaseFolder(folder))) return
  throw new Error(
    `there is no platform in ${folder}: begin with npm start, or say where it is ` +
      'by RECEIVABLES_DATA_DIR or DATABASE_URL',
  )
}

/** What operators see by: logins, and the keys that their passwords follow from. */
export interface Logins {
  environment: Environment
  installed: Installed
  keys: KeyRing
}

/** By the logins of an installation as it is, of which nothing is changed. */
export async function onLogins<T>(work: (at: Logins) => Promise<T>): Promise<T> {
  return onOwnDatabase(async ({ environment, ownerUrl, say }) => {
    if (!(await isInstalled(ownerUrl))) {
      throw new Error('the database has no schema yet: npx receivables migrate, or npm start')
    }
    const keys = await readKeys(environment, ownerUrl, say)
    const installed = installedAt(ownerUrl, environment.RECEIVABLES_DATABASE_ROLES, keys)
    return work({ environment, installed, keys })
  }, refuseAbsent)
}

/** The same on the engine as well, which only the platform itself runs. */
export async function onEngineClient<T>(
  work: (client: Client, at: Logins) => Promise<T>,
): Promise<T> {
  return onLogins(async (at) => {
    const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = at.environment
    if (address === undefined) throw new Error('the platform does not run: begin with npm start')
    await refuseUnguardedEngine(at.environment)
    const engine = engineClient({ address, namespace }, at.keys)
    try {
      return await work((await engine.connected()).client, at)
    } finally {
      await engine.stop()
    }
  })
}
