import type { Runtime } from '../kernel/write/runtime.ts'
import { readSettings, type Settings } from '../config.ts'
import { install, type Installed } from '../install/database.ts'
import { startDatabase } from '../run/engines.ts'
import { joined } from '../run/join.ts'
import { readKeys } from '../run/master-key.ts'
import { createLog, createMail, createRuntime } from '../run/runtime.ts'

export interface Installation {
  settings: Settings
  installed: Installed
  runtime: Runtime
}

/** Works on the database of the running platform, or starts it for as long as the work takes. */
export async function onInstallation<T>(work: (at: Installation) => Promise<T>): Promise<T> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const settings = await joined(readSettings())
  const keys = readKeys(settings, say)
  const database = await startDatabase(settings, { say, onLoss: () => undefined })
  try {
    const installed = await install(
      database.ownerUrl,
      settings.RECEIVABLES_DATABASE_ROLES,
      keys,
      say,
    )
    const mail = await createMail(settings, say)
    const runtime = createRuntime(
      settings,
      installed.runUrl,
      keys,
      mail,
      createLog(settings),
      settings.RECEIVABLES_PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`,
    )
    try {
      return await work({ settings, installed, runtime })
    } finally {
      await runtime.pool.close()
    }
  } finally {
    await database.stop()
  }
}
