import { Refusal } from '../../domain/refusal.ts'
import { Queue } from '../../domain/turns.ts'
import { Child, type ChildLimits, type Ending } from './child.ts'
import type { Coming, Frame, FrameToSend } from './frames.ts'
import { Patience } from './patience.ts'
import { Unreadable, type Asked, type Given } from './kinds.ts'

export interface CrewLimits extends ChildLimits {
  /** Processes side by side, for foreign bytes and for our own each. */
  places: number
  /** After so many works a process makes place for another. */
  works: number
  /** How many may wait: of one tenant, and of all. */
  waiting: { each: number; all: number }
  waitMs: number
  idleMs: number
}

type How = 'took too long' | 'ended its process' | 'broke'

/** What was asked for was not done: it took too long, or ended or broke the process that was at it. */
export class Overstepped extends Error {
  readonly how: How

  constructor(kind: string, how: How, options?: ErrorOptions) {
    super(`${kind} ${how}`, options)
    this.name = 'Overstepped'
    this.how = how
  }
}

export type Overstepping = (tenantId: string, error: Overstepped) => void

interface Job {
  tenantId: string
  kind: string
  timeMs: number
  frame: FrameToSend
  into: Asked['into']
  done: (result: Given) => void
  failed: (error: unknown) => void
  patience: NodeJS.Timeout
}

interface Place {
  child: Child | undefined
  /** For whom its process works, where that may be one alone. */
  tenantId: string
  job: Job | undefined
  idle: NodeJS.Timeout | undefined
}

/** Processes side by side that are all allowed the same. */
export class Crew {
  readonly #program: string
  readonly #limits: CrewLimits
  readonly #foreign: boolean
  readonly #onOverstepped: Overstepping | undefined
  readonly #queue: Queue<Job>
  readonly #places: Place[]
  #stopped = false

  constructor(program: string, limits: CrewLimits, foreign: boolean, onOverstepped?: Overstepping) {
    this.#onOverstepped = onOverstepped
    this.#program = program
    this.#limits = limits
    this.#foreign = foreign
    this.#queue = new Queue(limits.waiting)
    this.#places = Array.from({ length: limits.places }, () => {
      return { child: undefined, tenantId: '', job: undefined, idle: undefined }
    })
  }

  take(asked: Pick<Job, 'kind' | 'tenantId' | 'timeMs' | 'frame' | 'into'>): Promise<Given> {
    if (this.#stopped) return Promise.reject(unavailable())
    return new Promise((done, failed) => {
      const tooLate = () => {
        this.#queue.remove(job.tenantId, job)
        failed(overloaded())
      }
      const patience = setTimeout(tooLate, this.#limits.waitMs)
      const job: Job = { ...asked, done, failed, patience }
      if (this.#queue.add(job.tenantId, job)) return this.#begin()
      clearTimeout(patience)
      failed(overloaded())
    })
  }

  stop(): void {
    this.#stopped = true
    for (const job of this.#queue.clear()) {
      clearTimeout(job.patience)
      job.failed(unavailable())
    }
    for (const place of this.#places) this.#empty(place)
  }

  #begin(): void {
    for (;;) {
      if (this.#places.every(({ job }) => job !== undefined)) return
      const job = this.#queue.next((tenantId) => this.#mayBegin(tenantId))
      if (job === undefined) return
      clearTimeout(job.patience)
      void this.#serve(this.#placeFor(job.tenantId), job)
    }
  }

  /** One place is always left for the other tenants. */
  #mayBegin(tenantId: string): boolean {
    const own = this.#places.filter(({ job }) => job?.tenantId === tenantId)
    return own.length < Math.max(1, this.#limits.places - 1)
  }

  /** Best of all where a process is at hand that may do it. */
  #placeFor(tenantId: string): Place {
    const free = this.#places.filter(({ job }) => job === undefined)
    const worth = (place: Place) =>
      place.child === undefined ? 1 : place.tenantId === tenantId || !this.#foreign ? 2 : 0
    return free.toSorted((a, b) => worth(b) - worth(a))[0] as Place
  }

  async #serve(place: Place, job: Job): Promise<void> {
    place.job = job
    clearTimeout(place.idle)
    if (this.#foreign && place.tenantId !== job.tenantId) this.#empty(place)
    place.tenantId = job.tenantId
    try {
      job.done(await this.#done(place, job))
    } catch (error) {
      if (error instanceof Overstepped) this.#onOverstepped?.(job.tenantId, error)
      job.failed(error)
    }
    place.job = undefined
    const { child } = place
    if (child?.ended === true || (child?.sent ?? 0) >= this.#limits.works) this.#empty(place)
    place.idle = setTimeout(() => this.#empty(place), this.#limits.idleMs).unref()
    this.#begin()
  }

  /** Once more where the process ended: something else may have killed it. */
  async #done(place: Place, job: Job): Promise<Given> {
    const answer = await this.#tried(place, job)
    const again = answer === 'died' && !this.#stopped ? await this.#tried(place, job) : answer
    if (this.#stopped || again === 'never ready') throw unavailable()
    if (again === 'died') throw new Overstepped(job.kind, 'ended its process')
    if (again === 'late') throw new Overstepped(job.kind, 'took too long')
    const { thrown } = again.head
    // Of foreign bytes whoever made them is to blame, of our own we are.
    if (thrown !== undefined && this.#foreign) {
      throw new Overstepped(job.kind, 'broke', { cause: thrown })
    }
    const result = resultOf(again)
    if (again.coming !== undefined) await this.#taken(place, job, again.coming)
    return result
  }

  /** It keeps its place until all that it answers with is taken, for which it has its time again. */
  async #taken(place: Place, { kind, timeMs, into }: Job, coming: Coming): Promise<void> {
    const { child } = place
    const patience = new Patience(timeMs, () => child?.kill())
    try {
      if (into === undefined) throw new Overstepped(kind, 'broke')
      await into(patience.within(coming))
    } catch (error) {
      const isGone = child?.ended === true
      // What is left of the answer is no answer to whatever comes next.
      child?.kill()
      if (patience.isOver) throw new Overstepped(kind, 'took too long')
      throw isGone ? new Overstepped(kind, 'ended its process', { cause: error }) : error
    } finally {
      patience.stop()
    }
  }

  async #tried(place: Place, { frame, timeMs }: Job): Promise<Frame | Ending | 'late'> {
    if (place.child?.ended === true) this.#empty(place)
    const child = (place.child ??= new Child(this.#program, this.#limits, this.#foreign))
    const patience = new Patience(timeMs, () => child.kill())
    // Where its bytes come from may be slow.
    const parts = frame.parts.map((part) =>
      part instanceof Uint8Array
        ? part
        : { ...part, pieces: () => patience.without(part.pieces()) },
    )
    const answer = await child.do({ ...frame, parts }).finally(() => patience.stop())
    // On a machine that is too busy to start it nobody's bytes are to blame.
    return patience.isOver && answer !== 'never ready' ? 'late' : answer
  }

  #empty(place: Place): void {
    place.child?.kill()
    place.child = undefined
  }
}

/** What a child says is plain values and bytes; nothing of it is ever run. */
function resultOf({ head, parts }: Frame): Given {
  const { unreadable, away, thrown } = head as {
    unreadable?: { code: unknown; why: unknown }
    away?: unknown
    thrown?: unknown
  }
  if (unreadable !== undefined) {
    throw new Unreadable(String(unreadable.code), String(unreadable.why).slice(0, 300))
  }
  if (away !== undefined) throw unavailable(String(away))
  if (thrown !== undefined) throw new Error(`apart: ${String(thrown)}`)
  return { value: head['value'], parts }
}

const soonSeconds = 5

const unavailable = (cause = 'its process does not start') =>
  Object.assign(new Refusal('UNAVAILABLE', { retryAfterSeconds: soonSeconds }), { cause })

const overloaded = () => new Refusal('OVERLOADED', { retryAfterSeconds: soonSeconds })
