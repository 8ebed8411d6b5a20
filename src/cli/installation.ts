import type { Runtime } from '../kernel/write/runtime.ts'
import { readEnvironment, type Environment } from '../environment.ts'
import { install, type Installed } from '../install/database.ts'
import { startDatabase } from '../run/engines.ts'
import { joined } from '../run/running-engines.ts'
import { readKeys } from '../run/master-key.ts'
import { createLog, createMail, createRuntime } from '../run/runtime.ts'
import { followClock } from '../ports/database/clock.ts'

export interface Installation {
  environment: Environment
  installed: Installed
  runtime: Runtime
}

/** Works on the database of the running platform, or starts it for as long as the work takes. */
export async function onInstallation<T>(work: (at: Installation) => Promise<T>): Promise<T> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const environment = await joined(readEnvironment())
  const database = await startDatabase(environment, { say, onLoss: () => undefined })
  try {
    const keys = await readKeys(environment, database.ownerUrl, say)
    const installed = await install(
      database.ownerUrl,
      environment.RECEIVABLES_DATABASE_ROLES,
      keys,
      say,
    )
    const mail = await createMail(environment, say)
    const runtime = createRuntime(
      environment,
      installed.runUrl,
      keys,
      mail,
      createLog(environment),
      environment.RECEIVABLES_PUBLIC_URL ?? `http://127.0.0.1:${environment.PORT}`,
    )
    const clock = await followClock(runtime.pool, () => undefined)
    try {
      return await work({ environment, installed, runtime })
    } finally {
      await clock.stop()
      runtime.apart.stop()
      await runtime.pool.close()
      await runtime.documents.close?.()
    }
  } finally {
    await database.stop()
  }
}
