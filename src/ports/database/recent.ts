/**
 * Something of one thing that this process wrote, and how the database looks whether it is still
 * so. The guard is a statement for many, which fails otherwise: its values are the tenant, a list
 * of ids, a list for each column that is compared, and those of a condition that limits it.
 */
export interface Fact<V> {
  guard(within: string): string
  /** How many values come before those of the condition. */
  readonly takes: number
  compared(value: V): readonly unknown[]
  /** What the guard locks until the commit. */
  lockOf?(id: string): string
  /** How it is found out about things that another process wrote: its values are tenant and ids. */
  readonly read: string
  /** Of a row of that, which has the thing's `id`. */
  valueOf(row: Readonly<Record<string, unknown>>): V
}

const factsMax = 4_000

/**
 * What was written a moment ago, of all tenants of this process, for the verb that comes next. As
 * with answers, nothing is decided by it alone. It is given once: whoever goes by it changes it.
 */
export class Recent {
  readonly #facts = new Map<object, Map<string, unknown>>()

  note<V>(tenantId: string, fact: Fact<V>, id: string, value: V): void {
    let known = this.#facts.get(fact)
    if (known === undefined) this.#facts.set(fact, (known = new Map()))
    const key = `${tenantId} ${id}`
    known.delete(key)
    known.set(key, value)
    if (known.size > factsMax) known.delete(known.keys().next().value as string)
  }

  take<V>(tenantId: string, fact: Fact<V>, id: string): V | undefined {
    const known = this.#facts.get(fact)
    const key = `${tenantId} ${id}`
    const value = known?.get(key)
    known?.delete(key)
    return value as V | undefined
  }
}
