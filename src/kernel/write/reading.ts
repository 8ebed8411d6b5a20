import type { EntityMetadata } from '@mikro-orm/core'
import { columnsOf, newRowOf, type Values } from '../../ports/database/orm-seams.ts'
import { notFound } from '../../domain/refusal.ts'
import type { Transaction } from '../../ports/database/transaction.ts'
import { boundText, type Bound } from './bound.ts'
import { heldFact } from './known.ts'
import { headOf, rowOf } from './read-row.ts'
import type { Taken } from './ranks.ts'
import type { Rows } from './rows.ts'

/** What names one row: its id, or the fields of another key, each with its value. */
export type Key<E> = {
  [Field in keyof E]?: Extract<E[Field], string | number | boolean>
}

interface Within {
  taken(): Taken
  boundOf(meta: EntityMetadata): Bound | undefined
  /** By the unit of work, which keeps the rows where it has some already. */
  byOrm(meta: EntityMetadata, where: Values): Promise<Values[]>
  /** Called with the rows of a table that were just read. */
  meet(meta: EntityMetadata, rows: readonly object[]): void
}

/** Reads the rows of a unit without the unit of work, which sees to them where it is at work. */
export class Readings {
  readonly #transaction: Transaction
  readonly #tenantId: string
  readonly #rows: Rows
  readonly #within: Within

  constructor(transaction: Transaction, tenantId: string, rows: Rows, within: Within) {
    this.#transaction = transaction
    this.#tenantId = tenantId
    this.#rows = rows
    this.#within = within
  }

  async one(meta: EntityMetadata, key: Values): Promise<Values | null> {
    const { boundOf, byOrm } = this.#within
    const flushed = this.#rows.flushFor(meta)
    if (flushed !== undefined) await flushed
    if (!this.#rows.isByOrm) {
      const { text, values } = readingOf(meta, key, this.#tenantId, boundOf(meta))
      const found = await this.#transaction.prepared(text, values)
      if (!this.#rows.isByOrm) return this.#met(meta, found)[0] ?? null
    }
    return (await byOrm(meta, key))[0] ?? null
  }

  async each(
    meta: EntityMetadata,
    where: string,
    given: readonly unknown[],
    how: 'held' | undefined,
  ): Promise<Values[]> {
    const { boundOf, byOrm, taken } = this.#within
    const flushed = this.#rows.flushFor(meta)
    if (flushed !== undefined) await flushed
    const isHeld = how === 'held'
    const asked = [this.#tenantId, ...given]
    const { text, values } = readingEach(meta, where, asked, boundOf(meta), isHeld)
    const found = await this.#transaction.prepared<Values & { id: string }>(text, values)
    const ids = found.map(({ id }) => id)
    if (isHeld && ids.length > 0) taken().take(meta.tableName, ids)
    if (!this.#rows.isByOrm) return this.#met(meta, found)
    const byId = new Map((await byOrm(meta, { id: { $in: ids } })).map((row) => [row['id'], row]))
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }

  /** Those of these ids, held; what this unit holds already is not read again. */
  async held(meta: EntityMetadata, ids: readonly string[]): Promise<Values[]> {
    if (ids.length === 1 && !this.#rows.isByOrm) {
      const flushed = this.#rows.flushFor(meta)
      if (flushed !== undefined) await flushed
      const there = this.#heldHere(meta, ids[0]!) ?? this.#recalled(meta, ids[0]!)
      const row = there instanceof Promise ? await there : there
      if (row !== undefined) {
        this.#within.meet(meta, [row])
        return [row]
      }
    }
    return this.each(meta, 'id = any($2)', [ids], 'held')
  }

  #heldHere(meta: EntityMetadata, id: string): Values | undefined {
    if (!this.#within.taken().has(meta.tableName, id)) return undefined
    return this.#rows.here(meta, { tenantId: this.#tenantId, id })
  }

  /** As it was a moment ago, where the transaction compares that. */
  #recalled(meta: EntityMetadata, id: string): Promise<Values | undefined> | Values | undefined {
    const fact = heldFact(meta)
    const bound = this.#within.boundOf(meta)
    const before: unknown[] = Array.from({ length: fact.takes })
    const text = bound === undefined ? '' : ` and ${boundText(bound, before)}`
    const within = { text, values: bound?.values ?? [] }
    const hold = (found: { value: Values } | undefined) => {
      if (found === undefined) return undefined
      this.#within.taken().take(meta.tableName, [id])
      return this.#rows.met(meta, Object.assign(newRowOf(meta), found.value))
    }
    const found = this.#transaction.recalled(fact, id, within)
    return found instanceof Promise ? found.then(hold) : hold(found)
  }

  /** Not one that a path names, so an expected version is not compared with it. */
  async ofTenant(meta: EntityMetadata): Promise<Values> {
    const { text, values } = readingOf(meta, {}, this.#tenantId, undefined)
    const [found] = await this.#transaction.known(text, values, [])
    return found === undefined ? notFound() : rowOf(meta, found)
  }

  #met(meta: EntityMetadata, found: readonly Values[]): Values[] {
    const met = found.map((each) => this.#rows.met(meta, rowOf(meta, each)))
    this.#within.meet(meta, met)
    return met
  }
}

/** The statement that reads one row of the tenant, within what is bound. */
function readingOf(
  meta: EntityMetadata,
  key: Values,
  tenantId: string,
  bound: Bound | undefined,
): { text: string; values: unknown[] } {
  const { byProperty } = columnsOf(meta)
  const values: unknown[] = [tenantId]
  let text = headOf(meta)
  for (const [property, value] of Object.entries(key)) {
    text += ` and "${byProperty.get(property)!.column}" = $${values.push(value)}`
  }
  if (bound !== undefined) text += ` and ${boundText(bound, values)}`
  return { text: `${text} limit 1`, values }
}

/** The statement that reads rows in the order of their ids, and may hold them to the commit. */
function readingEach(
  meta: EntityMetadata,
  where: string,
  values: unknown[],
  bound: Bound | undefined,
  isHeld: boolean,
): { text: string; values: unknown[] } {
  const within = bound === undefined ? '' : ` and ${boundText(bound, values)}`
  const hold = isHeld ? ' for no key update' : ''
  return { text: `${headOf(meta)} and ${where}${within} order by id${hold}`, values }
}
