import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { searchAttributes } from '../domain/processes.ts'
import { startPostgres, type EmbeddedPostgres } from '../embedded/postgres.ts'
import type { EmbeddedTemporal } from '../embedded/temporal.ts'
import { ensureDatabase } from '../install/database.ts'
import type { TemporalAt } from '../ports/temporal/connect.ts'

export type Say = (line: string) => void

const databaseName = 'receivables'

/** The database: the one that is named, or our own. */
export interface DatabaseEngine {
  ownerUrl: string
  embedded: EmbeddedPostgres | undefined
  stop(): Promise<void>
}

export async function startDatabase(settings: Settings, say: Say): Promise<DatabaseEngine> {
  if (settings.DATABASE_URL !== undefined) {
    return { ownerUrl: settings.DATABASE_URL, embedded: undefined, stop: async () => undefined }
  }
  const embedded = await startPostgres({
    dataDir: join(settings.RECEIVABLES_DATA_DIR, 'postgres'),
    durable: true,
    progress: say,
  })
  await ensureDatabase(embedded.url('postgres'), databaseName)
  return { ownerUrl: embedded.url(databaseName), embedded, stop: () => embedded.stop() }
}

/** Temporal: the one that is named, or our own beside the database. */
export interface TemporalEngine extends TemporalAt {
  ui: string | null
  embedded: EmbeddedTemporal | undefined
  stop(): Promise<void>
}

export async function startEngine(
  settings: Settings,
  database: DatabaseEngine,
  codecEndpoint: string,
  say: Say,
): Promise<TemporalEngine> {
  const namespace = settings.TEMPORAL_NAMESPACE
  const address = settings.TEMPORAL_ADDRESS
  if (address !== undefined) {
    return { address, namespace, ui: null, embedded: undefined, stop: async () => undefined }
  }
  const [{ temporalPrograms }, { startTemporal }] = await Promise.all([
    import('../embedded/temporal-build.ts'),
    import('../embedded/temporal.ts'),
  ])
  const { embedded: postgres } = database
  const embedded = await startTemporal({
    programs: await temporalPrograms(say),
    postgres: postgres && {
      host: postgres.host,
      port: postgres.port,
      user: postgres.superuser,
      password: postgres.password,
    },
    dir: join(settings.RECEIVABLES_DATA_DIR, 'temporal'),
    namespace,
    uiPort: settings.TEMPORAL_UI_PORT,
    searchAttributes,
    codecEndpoint,
    progress: say,
  })
  return {
    address: embedded.address,
    namespace,
    ui: embedded.uiUrl,
    embedded,
    stop: () => embedded.stop(),
  }
}
