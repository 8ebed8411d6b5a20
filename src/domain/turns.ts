import { refuse } from './refusal.ts'

/** Lets a limited number run at once; others wait, and are refused when too many wait. */
export class Turns {
  #free: number
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, waitingMax: number) {
    this.#free = atOnce
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  get idle(): boolean {
    return this.#free === this.#atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else if (this.#waiting.length >= this.#waitingMax) {
      refuse('OVERLOADED', { retryAfterSeconds: 5 })
    } else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}

interface Room {
  /** How many of one name may wait, and how many of all. */
  each: number
  all: number
}

/** How many turns one has in each round: of a tenant, as its operator has weighted it. */
export type WeightOf = (name: string) => number

export const alike: WeightOf = () => 1

export const weightIn =
  (weights: ReadonlyMap<string, number>): WeightOf =>
  (name) =>
    weights.get(name) ?? 1

/** Those of one name, and how many have had their turn in this round. */
interface Line<Job> {
  jobs: Job[]
  had: number
}

/** What waits, of each name in turn: who asks for much waits for themselves alone. */
export class Queue<Job> {
  readonly #most: Room
  readonly #weightOf: WeightOf
  readonly #waiting = new Map<string, Line<Job>>()
  #size = 0

  constructor(most: Room, weightOf = alike) {
    this.#most = most
    this.#weightOf = weightOf
  }

  get size(): number {
    return this.#size
  }

  /** How many of one name. */
  of(name: string): number {
    return this.#waiting.get(name)?.jobs.length ?? 0
  }

  /** False if too many wait already. */
  add(name: string, job: Job): boolean {
    const line = this.#waiting.get(name) ?? { jobs: [], had: 0 }
    if (this.#size >= this.#most.all || line.jobs.length >= this.#most.each) return false
    line.jobs.push(job)
    this.#waiting.set(name, line)
    this.#size++
    return true
  }

  /**
   * The first of the name whose turn it is, among those that may. A name that has had as many as
   * its weight then stands last.
   */
  next(may: (name: string) => boolean): Job | undefined {
    for (const [name, line] of this.#waiting) {
      if (!may(name)) continue
      const first = line.jobs.shift()
      this.#size--
      if (++line.had >= this.#weightOf(name) || line.jobs.length === 0) {
        this.#waiting.delete(name)
        if (line.jobs.length > 0) this.#waiting.set(name, { jobs: line.jobs, had: 0 })
      }
      return first
    }
    return undefined
  }

  /** Takes out what waits no longer. */
  remove(name: string, job: Job): void {
    const jobs = this.#waiting.get(name)?.jobs ?? []
    const at = jobs.indexOf(job)
    if (at === -1) return
    jobs.splice(at, 1)
    if (jobs.length === 0) this.#waiting.delete(name)
    this.#size--
  }

  /** Takes out all. */
  clear(): Job[] {
    const all = [...this.#waiting.values()].flatMap(({ jobs }) => jobs)
    this.#waiting.clear()
    this.#size = 0
    return all
  }
}

/** A limited number at once, where those who wait come from many sides, of which each gets its turn. */
export class FairTurns {
  #free: number
  readonly #queue: Queue<() => void>

  constructor({ atOnce, ...most }: Room & { atOnce: number }) {
    this.#free = atOnce
    this.#queue = new Queue(most)
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turnOf(name)
    try {
      return await work()
    } finally {
      const goOn = this.#queue.next(() => true)
      if (goOn === undefined) this.#free++
      else goOn()
    }
  }

  #turnOf(name: string): Promise<void> {
    return new Promise((goOn) => {
      if (!this.#queue.add(name, goOn)) refuse('OVERLOADED', { retryAfterSeconds: 5 })
    })
  }
}
