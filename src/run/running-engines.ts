import { setTimeout as sleep } from 'node:timers/promises'
import { isListening } from '../embedded/ports.ts'
import { isAlive } from '../embedded/processes.ts'
import type { Environment } from '../environment.ts'
import { demonstrationFile } from './data-folder.ts'
import { readFacts, writeFacts } from './facts-file.ts'

const patienceMs = 20_000

interface Running {
  pid?: number
  databaseUrl?: string
  temporalAddress?: string
}

/** The process that runs the database and the engine of this data folder, if one does. */
export function enginesPid({ RECEIVABLES_DATA_DIR }: Environment): number | undefined {
  return readFacts<Running>(demonstrationFile(RECEIVABLES_DATA_DIR))?.pid
}

/** Processes that start from here on wait for these engines to end, and do not join them. */
export function leaveEngines(environment: Environment): void {
  const file = demonstrationFile(environment.RECEIVABLES_DATA_DIR)
  const { pid, ...facts } = readFacts<Running>(file) ?? {}
  if (pid === process.pid) writeFacts(file, facts)
}

/** A second process of one data folder works with the database and engine that the first one runs. */
export async function joined(environment: Environment): Promise<Environment> {
  const { pid, databaseUrl, temporalAddress } = (await runningEngines(environment)) ?? {}
  if (databaseUrl === undefined) return environment
  if (temporalAddress === undefined && environment.TEMPORAL_ADDRESS === undefined) {
    throw new Error(
      `the Temporal server of process ${pid} is still being built: start again once that is ready`,
    )
  }
  return {
    ...environment,
    DATABASE_URL: environment.DATABASE_URL ?? databaseUrl,
    TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS ?? temporalAddress,
  }
}

/** A database that its process is just starting again is waited for. */
async function runningEngines({ RECEIVABLES_DATA_DIR }: Environment): Promise<Running | undefined> {
  const file = demonstrationFile(RECEIVABLES_DATA_DIR)
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const running = readFacts<Running>(file) ?? {}
    const { pid, databaseUrl } = running
    if (pid === undefined || databaseUrl === undefined || !isAlive(pid)) return undefined
    if (await isListening(Number(new URL(databaseUrl).port))) return running
    await sleep(100)
  }
  return undefined
}
