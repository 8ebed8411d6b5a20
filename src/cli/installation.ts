import { existsSync } from 'node:fs'
import type { Client } from '@temporalio/client'
import type { Runtime } from '../kernel/write/runtime.ts'
import { readEnvironment, type Environment } from '../environment.ts'
import { install, type Installed } from '../install/database.ts'
import { urlsOf } from '../run/addresses.ts'
import { engineClient } from '../run/engine-client.ts'
import { databaseFolder, startDatabase } from '../run/engines.ts'
import { refuseUnguardedEngine } from '../run/guarded-engine.ts'
import { joined } from '../run/running-engines.ts'
import { readKeys } from '../run/master-key.ts'
import { createLog, createMail, createRuntime } from '../run/runtime.ts'
import type { KeyRing } from '../ports/keys/key-ring.ts'
import { followClock } from '../ports/database/clock.ts'

export interface Installation {
  environment: Environment
  installed: Installed
  keys: KeyRing
  runtime: Runtime
}

type Work<T> = (at: Installation) => Promise<T>

/** Works on the database of the running platform, or starts it for as long as the work takes. */
export async function onInstallation<T>(work: Work<T>): Promise<T> {
  const environment = await joined(readEnvironment())
  refuseAbsent(environment)
  return onDatabase(environment, work)
}

/** The same, and where there is none yet it begins with this. */
export async function onFirstInstallation<T>(work: Work<T>): Promise<T> {
  return onDatabase(await joined(readEnvironment()), work)
}

/** The same on the engine as well, which only the platform itself runs. */
export async function onRunningPlatform<T>(
  work: (at: Installation, address: string) => Promise<T>,
): Promise<T> {
  const environment = await joined(readEnvironment())
  refuseAbsent(environment)
  const { TEMPORAL_ADDRESS: address } = environment
  if (address === undefined) throw new Error('the platform does not run: begin with npm start')
  return onDatabase(environment, (at) => work(at, address))
}

/** The same through a connection to that engine, for as long as the work takes. */
export async function onEngineClient<T>(
  work: (client: Client, at: Installation) => Promise<T>,
): Promise<T> {
  return onRunningPlatform(async (at, address) => {
    const { TEMPORAL_NAMESPACE: namespace } = at.environment
    await refuseUnguardedEngine(at.environment)
    const engine = engineClient({ address, namespace }, at.runtime.keys)
    try {
      return await work((await engine.connected()).client, at)
    } finally {
      await engine.stop()
    }
  })
}

/** A command in the wrong folder makes no second platform there, in which nothing is found. */
export function refuseAbsent({ DATABASE_URL, RECEIVABLES_DATA_DIR: folder }: Environment): void {
  if (DATABASE_URL !== undefined || existsSync(databaseFolder(folder))) return
  throw new Error(
    `there is no platform in ${folder}: begin with npm start, or say where it is ` +
      'by RECEIVABLES_DATA_DIR or DATABASE_URL',
  )
}

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

async function onStarted<T>(
  environment: Environment,
  work: (at: OwnDatabase) => Promise<T>,
): Promise<T> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await startDatabase(environment, { say, onLoss: () => undefined })
  try {
    return await work({ environment, ownerUrl: database.ownerUrl, say })
  } finally {
    await database.stop()
  }
}

function onDatabase<T>(environment: Environment, work: Work<T>): Promise<T> {
  return onStarted(environment, async ({ ownerUrl, say }) => {
    const keys = await readKeys(environment, ownerUrl, say)
    const installed = await install(ownerUrl, environment.RECEIVABLES_DATABASE_ROLES, keys, say)
    const mail = await createMail(environment, say)
    const runtime = createRuntime(
      environment,
      installed.runUrl,
      keys,
      mail,
      createLog(environment),
      urlsOf(environment),
    )
    const clock = await followClock(runtime.pool, () => undefined)
    try {
      return await work({ environment, installed, keys, runtime })
    } finally {
      await clock.stop()
      runtime.apart.stop()
      await runtime.pool.close()
      await runtime.documents.close?.()
    }
  })
}
