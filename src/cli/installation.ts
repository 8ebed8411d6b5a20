import type { Runtime } from '../kernel/write/runtime.ts'
import type { Environment } from '../environment.ts'
import { install } from '../install/database.ts'
import { urlsOf } from '../run/addresses.ts'
import { readKeys } from '../run/master-key.ts'
import { createLog, createMail, createRuntime } from '../run/runtime.ts'
import { followClock } from '../ports/database/clock.ts'
import { onOwnDatabase, refuseAbsent, type Logins } from './own-database.ts'

export interface Installation extends Logins {
  runtime: Runtime
}

type Work<T> = (at: Installation) => Promise<T>

/** Works on the database of the running platform, or starts it for as long as the work takes. */
export function onInstallation<T>(work: Work<T>): Promise<T> {
  return onRuntime(work, refuseAbsent)
}

/** The same, and where there is none yet it begins with this. */
export function onFirstInstallation<T>(work: Work<T>): Promise<T> {
  return onRuntime(work)
}

function onRuntime<T>(work: Work<T>, judge?: (environment: Environment) => void): Promise<T> {
  return onOwnDatabase(async ({ environment, ownerUrl, say }) => {
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
  }, judge)
}
