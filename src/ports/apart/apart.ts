import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Crew, type CrewLimits, type Overstepping } from './crew.ts'
import { kinds, type Asked, type Given } from './kinds.ts'

const usual: CrewLimits = {
  memoryMb: 512,
  cpuSeconds: 600,
  places: Math.min(4, Math.max(2, availableParallelism() - 1)),
  works: 500,
  waiting: { each: 128, all: 1024 },
  waitMs: 20_000,
  idleMs: 60_000,
}

export interface ApartOptions {
  limits?: Partial<CrewLimits>
  program?: string
  kinds?: Readonly<Record<string, { timeMs: number; foreign: boolean }>>
  /** Called when a work overstepped its limits or broke: for whom it was, and how it ended. */
  onOverstepped?: Overstepping
}

/**
 * Does in processes of its own, which are killed at their limits, what must not stop ours: whatever
 * decodes foreign bytes, and whatever takes long. Tenants are served in turn.
 */
export class Apart {
  readonly #kinds: NonNullable<ApartOptions['kinds']>
  readonly #foreign: Crew
  readonly #own: Crew

  constructor({ limits, program, kinds: other, onOverstepped }: ApartOptions = {}) {
    const whole = { ...usual, ...limits }
    const file = program ?? join(import.meta.dirname, 'program.ts')
    this.#kinds = other ?? kinds
    this.#foreign = new Crew(file, whole, true, onOverstepped)
    this.#own = new Crew(file, whole, false, onOverstepped)
  }

  do(kind: string, tenantId: string, given: Asked): Promise<Given> {
    const { timeMs, foreign } = this.#kinds[kind] as { timeMs: number; foreign: boolean }
    const { value, parts, into } = given
    const head = { kind, value, ...(into && { comesBack: true }) }
    const frame = { head, parts: [...parts] }
    return (foreign ? this.#foreign : this.#own).take({ kind, tenantId, timeMs, frame, into })
  }

  stop(): void {
    this.#foreign.stop()
    this.#own.stop()
  }
}
