import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchAttributes } from '../../src/domain/processes.ts'
import { keep, type Kept, type Run } from '../../src/embedded/keep-running.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { temporalPrograms } from '../../src/embedded/temporal-build.ts'
import { startTemporal } from '../../src/embedded/temporal.ts'
import { ensureDatabase } from '../../src/install/database.ts'

type Engine = 'postgres' | 'temporal'

/**
 * A PostgreSQL and a Temporal beside the platform, kept up as whoever runs them would. What the
 * test kills stays down until the test starts it.
 */
export interface EnginesApart {
  env: Record<string, string>
  pidOf(engine: Engine): number
  kill(engine: Engine): Promise<void>
  /** Where it was, with what it had. */
  start(engine: Engine): Promise<void>
  stop(): Promise<void>
}

interface EngineApart {
  run: Run & { pid: number }
  kept: Kept
  isDown: boolean
}

const database = 'receivables'
const progress = () => undefined
const patienceMs = 60_000

export async function enginesApart(dir: string): Promise<EnginesApart> {
  const port = await freePort()
  const ofPostgres = { dataDir: join(dir, 'postgres'), durable: true, port, progress }
  const server = await startPostgres(ofPostgres)
  const postgres = apart(server, dir, (signal) => startPostgres({ ...ofPostgres, signal }))
  await ensureDatabase(server.url('postgres'), database)
  const { host, superuser: user, password } = server
  const ofTemporal = {
    programs: await temporalPrograms(progress),
    postgres: { host, port, user, password },
    dir: join(dir, 'temporal'),
    namespace: 'receivables',
    uiPort: await freePort(),
    searchAttributes,
    progress,
  }
  const first = await startTemporal(ofTemporal)
  const temporal = apart(first, dir, async (signal) => {
    await postgres.kept.up(signal)
    return startTemporal({ ...ofTemporal, inPlace: true, signal })
  })
  const engines = { postgres, temporal }
  return {
    env: { DATABASE_URL: server.url(database), TEMPORAL_ADDRESS: first.address },
    pidOf: (engine) => engines[engine].run.pid,
    async kill(name) {
      const engine = engines[name]
      engine.isDown = true
      const { run } = engine
      process.kill(run.pid, 'SIGKILL')
      await run.exited
      // The window beside Temporal goes with it.
      await run.stop()
    },
    async start(name) {
      engines[name].isDown = false
      await engines[name].kept.up(AbortSignal.timeout(patienceMs))
    },
    async stop() {
      await temporal.kept.stop()
      await postgres.kept.stop()
    },
  }
}

type Started = Run & { pid: number }

function apart<S extends Started>(
  first: S,
  logs: string,
  again: (signal: AbortSignal) => Promise<S>,
): EngineApart {
  const engine = { run: first, isDown: false }
  const kept = keep<Started>(first, {
    name: 'an engine',
    logs,
    async again(signal) {
      while (engine.isDown) await sleep(50, undefined, { signal })
      engine.run = await again(signal)
      return engine.run
    },
    onLoss: () => undefined,
    say: progress,
  })
  return Object.assign(engine, { kept })
}
