/** Deliveries of one tenant that were taken at once, as their row of the database names them. */
export class Taken {
  readonly tenantId: string
  readonly id: string
  /** Those whose end is not being written. */
  #open = 0
  #beingWritten = 0

  constructor(tenantId: string, id: string) {
    this.tenantId = tenantId
    this.id = id
  }

  add(): void {
    this.#open++
  }

  /** So many ends are written now; whether these are the last, so that the row goes with them. */
  write(count: number): boolean {
    const isAlone = this.#beingWritten === 0
    this.#open -= count
    this.#beingWritten += count
    return isAlone && this.#open === 0
  }

  /** They are; whether nothing is left for which the row would stand. */
  written(count: number): boolean {
    this.#beingWritten -= count
    return this.#open === 0 && this.#beingWritten === 0
  }

  /** They are not, and are written again. */
  notWritten(count: number): void {
    this.#open += count
    this.#beingWritten -= count
  }
}

/** How many of each there are. */
export function countedBy<T, K>(
  all: readonly T[],
  keyOf: (each: T) => K | undefined,
): Map<K, number> {
  const counts = new Map<K, number>()
  for (const each of all) {
    const key = keyOf(each)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
