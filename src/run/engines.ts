import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { searchAttributes } from '../domain/processes.ts'
import { keep, type Kept } from '../embedded/keep-running.ts'
import { freePort } from '../embedded/ports.ts'
import type { TemporalPrograms } from '../embedded/temporal-build.ts'
import { startPostgres } from '../embedded/postgres.ts'
import type { StoreAccess } from '../embedded/temporal-store.ts'
import { ensureDatabase } from '../install/database.ts'
import type { TemporalAt } from '../ports/temporal/connect.ts'
import { databaseFolder } from './data-folder.ts'

export type Say = (line: string) => void

/** What becomes of an engine of our own while we run. */
export interface EngineEvents {
  say: Say
  /** It could not be kept running. */
  onLoss(): void
}

const databaseName = 'receivables'

/** The database: the one that is named, or our own. */
export interface DatabaseEngine {
  ownerUrl: string
  embedded: (Kept & { access: StoreAccess }) | undefined
  stop(): Promise<void>
}

export async function startDatabase(
  environment: Environment,
  events: EngineEvents,
): Promise<DatabaseEngine> {
  if (environment.DATABASE_URL !== undefined) {
    return { ownerUrl: environment.DATABASE_URL, embedded: undefined, stop: async () => undefined }
  }
  const options = {
    dataDir: databaseFolder(environment.RECEIVABLES_DATA_DIR),
    durable: true,
    progress: events.say,
  }
  const first = await startPostgres(options)
  const { host, port, password, superuser: user } = first
  const access = { host, port, user, password }
  const kept = keep(first, {
    name: 'PostgreSQL',
    logs: environment.RECEIVABLES_DATA_DIR,
    again: (signal) => startPostgres({ ...options, port, signal }),
    ...events,
  })
  await ensureDatabase(first.url('postgres'), databaseName)
  const embedded = { ...kept, access }
  return { ownerUrl: first.url(databaseName), embedded, stop: () => kept.stop() }
}

/** Temporal: the one that is named, or our own beside the database. */
export interface TemporalEngine extends TemporalAt {
  /** Where its UI lets in whoever comes: nobody is told. */
  uiUrl: string | undefined
  embedded: Kept | undefined
  stop(): Promise<void>
}

export async function startEngine(
  environment: Environment,
  database: DatabaseEngine,
  events: EngineEvents,
  found?: TemporalPrograms,
): Promise<TemporalEngine> {
  const namespace = environment.TEMPORAL_NAMESPACE
  const address = environment.TEMPORAL_ADDRESS
  if (address !== undefined) {
    return {
      address,
      namespace,
      uiUrl: undefined,
      embedded: undefined,
      stop: async () => undefined,
    }
  }
  const [{ temporalPrograms }, { startTemporal }] = await Promise.all([
    import('../embedded/temporal-build.ts'),
    import('../embedded/temporal.ts'),
  ])
  const programs = found ?? (await temporalPrograms(events.say))
  const { embedded: postgres } = database
  const options = {
    programs,
    postgres: postgres?.access,
    dir: join(environment.RECEIVABLES_DATA_DIR, 'temporal'),
    namespace,
    uiPort: await freePort(),
    searchAttributes,
    progress: events.say,
  }
  const first = await startTemporal(options)
  const kept = keep(first, {
    name: 'Temporal',
    logs: options.dir,
    async again(signal) {
      // Its store is there; it often falls together with that.
      await postgres?.up(signal)
      return startTemporal({ ...options, uiPort: first.uiPort, inPlace: true, signal })
    },
    ...events,
  })
  return {
    address: first.address,
    namespace,
    uiUrl: first.uiUrl,
    embedded: kept,
    stop: () => kept.stop(),
  }
}
