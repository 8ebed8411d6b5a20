import { isListening } from '../embedded/ports.ts'
import { isAlive } from '../embedded/processes.ts'
import type { Settings } from '../config.ts'
import { demonstrationFile, readDemonstration, writeDemonstration } from './demonstration.ts'

interface Running {
  pid?: number
  databaseUrl?: string
  temporalAddress?: string
}

/** The process that runs the database and the engine of this data folder, if one does. */
export function enginesPid({ RECEIVABLES_DATA_DIR }: Settings): number | undefined {
  return ((readDemonstration(demonstrationFile(RECEIVABLES_DATA_DIR)) ?? {}) as Running).pid
}

/** Whoever starts from here on waits for these engines to end, and does not join them. */
export function leaveEngines(settings: Settings): void {
  const file = demonstrationFile(settings.RECEIVABLES_DATA_DIR)
  const { pid, ...facts } = (readDemonstration(file) ?? {}) as Running
  if (pid === process.pid) writeDemonstration(file, facts)
}

/** A second process of one data folder works with the database and engine that the first one runs. */
export async function joined(settings: Settings): Promise<Settings> {
  const file = demonstrationFile(settings.RECEIVABLES_DATA_DIR)
  const { pid, databaseUrl, temporalAddress } = (readDemonstration(file) ?? {}) as Running
  if (pid === undefined || databaseUrl === undefined || !isAlive(pid)) return settings
  if (!(await isListening(Number(new URL(databaseUrl).port)))) return settings
  return {
    ...settings,
    DATABASE_URL: settings.DATABASE_URL ?? databaseUrl,
    TEMPORAL_ADDRESS: settings.TEMPORAL_ADDRESS ?? temporalAddress,
  }
}
