import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { searchAttributes } from '../../src/domain/processes.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { discardPostgres, startPostgres } from '../../src/embedded/postgres.ts'
import { temporalPrograms } from '../../src/embedded/temporal-build.ts'
import { startTemporal } from '../../src/embedded/temporal.ts'
import type { Bench } from './goal.ts'
import type { Program, Start } from './programs.ts'
import type { Stage } from './stage.ts'

/** Interface, worker and relay in a process each, and a Temporal whose database is its own. */
export interface Platform {
  stage: Stage
  api: Program
  worker: Program
  relay: Program
  address: string
  namespace: string
  client: Client
}

const namespace = 'receivables'
const progress = () => undefined

/** Flags go to the Node of a role, as `--cpu-prof` does. */
export type Flags = Partial<Record<'api' | 'worker' | 'relay', NonNullable<Start['flags']>>>

/** The platform at work for as long as something is measured, and gone after it. */
export async function withPlatform<T>(
  bench: Bench,
  measure: (platform: Platform) => Promise<T>,
  flags: Flags = {},
): Promise<T> {
  const stage = await bench.stage()
  const stops: (() => Promise<unknown>)[] = []
  try {
    const address = await temporalIn(bench.dir, stops)
    const connection = await Connection.connect({ address })
    stops.push(() => connection.close())
    const env = { TEMPORAL_ADDRESS: address, RECEIVABLES_LOG_LEVEL: 'warn' }
    const start = async (role: keyof Flags) => {
      const more = { env, ...(flags[role] !== undefined && { flags: flags[role] }) }
      const program = await (role === 'api' ? stage.api(more) : stage.role(role, more))
      stops.push(() => program.stop())
      return program
    }
    const [api, worker, relay] = [await start('api'), await start('worker'), await start('relay')]
    const client = new Client({ connection, namespace })
    return await measure({ stage, api, worker, relay, address, namespace, client })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function temporalIn(dir: string, stops: (() => Promise<unknown>)[]): Promise<string> {
  const dataDir = join(dir, 'temporal-postgres')
  const postgres = await startPostgres({ dataDir, durable: true, progress })
  stops.push(async () => {
    await postgres.stop()
    discardPostgres(dataDir)
  })
  const { host, port, superuser: user, password } = postgres
  const temporal = await startTemporal({
    programs: await temporalPrograms(progress),
    postgres: { host, port, user, password },
    dir: join(dir, 'temporal'),
    namespace,
    uiPort: await freePort(),
    searchAttributes,
    progress,
  })
  stops.push(() => temporal.stop())
  return temporal.address
}
