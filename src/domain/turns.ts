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

/** What waits, of each name in turn: who asks for much waits for themselves alone. */
export class Queue<Job> {
  readonly #most: Room
  readonly #waiting = new Map<string, Job[]>()
  #size = 0

  constructor(most: Room) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** False if too many wait already. */
  add(name: string, job: Job): boolean {
    const own = this.#waiting.get(name) ?? []
    if (this.#size >= this.#most.all || own.length >= this.#most.each) return false
    own.push(job)
    this.#waiting.set(name, own)
    this.#size++
    return true
  }

  /** The first of the name whose turn it is, among those that may; the name then stands last. */
  next(may: (name: string) => boolean): Job | undefined {
    for (const [name, own] of this.#waiting) {
      if (!may(name)) continue
      this.#waiting.delete(name)
      const first = own.shift()
      if (own.length > 0) this.#waiting.set(name, own)
      this.#size--
      return first
    }
    return undefined
  }

  /** Takes out what waits no longer. */
  remove(name: string, job: Job): void {
    const own = this.#waiting.get(name) ?? []
    const at = own.indexOf(job)
    if (at === -1) return
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(name)
    this.#size--
  }

  /** Takes out all. */
  clear(): Job[] {
    const all = [...this.#waiting.values()].flat()
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
