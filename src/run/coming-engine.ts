import { durationText } from '../embedded/run-program.ts'
import type { Environment } from '../environment.ts'
import {
  startEngine,
  type DatabaseEngine,
  type EngineEvents,
  type TemporalEngine,
} from './engines.ts'

/** Temporal, which may have to be built before it is there: who can do without does not wait for it. */
export interface ComingEngine {
  /** Whether it is there within seconds. */
  isAtHand: boolean
  engine: Promise<TemporalEngine>
  /** Where it is; nobody waits for minutes who asks it for something. */
  at(): TemporalEngine
  /** Why it does not run now. */
  away(): string | undefined
  stop(): Promise<void>
}

export async function comingEngine(
  environment: Environment,
  database: DatabaseEngine,
  events: EngineEvents,
): Promise<ComingEngine> {
  const beganAt = performance.now()
  const ending = new AbortController()
  const { isAtHand, programs } = await programsFor(environment, events)
  let stage: 'still being built' | 'starting' = isAtHand ? 'starting' : 'still being built'
  let there: TemporalEngine | undefined
  const engine = programs.then((found) => {
    ending.signal.throwIfAborted()
    stage = 'starting'
    return startEngine(environment, database, events, found)
  })
  engine.then(
    (started) => (there = started),
    () => undefined,
  )
  const away = () => {
    if (there !== undefined) return there.embedded?.away()
    const seconds = Math.round((performance.now() - beganAt) / 1_000)
    return `Temporal is ${stage} (${durationText(seconds)}); what is accepted waits for it`
  }
  return {
    isAtHand,
    engine,
    at: () => there ?? fail(away()),
    away,
    async stop() {
      ending.abort()
      // What builds it ends with this process.
      if (stage === 'starting')
        await engine.then(
          (started) => started.stop(),
          () => undefined,
        )
    },
  }
}

function fail(reason = 'Temporal is away'): never {
  throw new Error(reason)
}

async function programsFor({ TEMPORAL_ADDRESS }: Environment, { say }: EngineEvents) {
  if (TEMPORAL_ADDRESS !== undefined)
    return { isAtHand: true, programs: Promise.resolve(undefined) }
  const { programsAtHand, temporalPrograms } = await import('../embedded/temporal-build.ts')
  const atHand = programsAtHand()
  const programs = atHand === undefined ? temporalPrograms(say) : Promise.resolve(atHand)
  return { isAtHand: atHand !== undefined, programs }
}
