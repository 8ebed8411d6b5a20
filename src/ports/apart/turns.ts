/** What waits, of each tenant in turn: who asks for much waits for themselves alone. */
export class Turns<Job> {
  readonly #most: { each: number; all: number }
  readonly #waiting = new Map<string, Job[]>()
  #size = 0

  constructor(most: { each: number; all: number }) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** False if too many wait already. */
  add(tenantId: string, job: Job): boolean {
    const own = this.#waiting.get(tenantId) ?? []
    if (this.#size >= this.#most.all || own.length >= this.#most.each) return false
    this.#waiting.set(tenantId, [...own, job])
    this.#size++
    return true
  }

  /** The first of the tenant whose turn it is, among those that may. */
  next(may: (tenantId: string) => boolean): Job | undefined {
    for (const [tenantId, [first, ...others]] of this.#waiting) {
      if (!may(tenantId)) continue
      this.#waiting.delete(tenantId)
      if (others.length > 0) this.#waiting.set(tenantId, others)
      this.#size--
      return first
    }
    return undefined
  }

  /** Takes out what waits no longer. */
  remove(tenantId: string, job: Job): void {
    const own = this.#waiting.get(tenantId) ?? []
    const others = own.filter((one) => one !== job)
    this.#size -= own.length - others.length
    if (others.length > 0) this.#waiting.set(tenantId, others)
    else this.#waiting.delete(tenantId)
  }

  /** Takes out all. */
  clear(): Job[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#size = 0
    return all
  }
}
