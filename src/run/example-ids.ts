import { exampleId, type ExampleSort, type IdKind } from '../entities/ids.ts'
import { idsAt } from '../kernel/write/ids.ts'

/** So many rows of a kind come before the one that whoever tries the examples may change or end. */
const kept: Readonly<Partial<Record<IdKind, number>>> = {
  Token: 2,
  User: 1,
  ClientProduct: 1,
  InvoiceLedgerEvent: 1,
}

/** Of these the first ones are the tenant's own, which nobody changes or ends. */
const later: ReadonlySet<IdKind> = new Set(['Role', 'Label'])

export type Sorts = Readonly<Partial<Record<IdKind, ExampleSort>>>

/** One row of each kind and sort has the id that the description shows, so that examples find it. */
export class ExampleIds {
  readonly #made = new Map<string, number>()
  /** Of which sort the rows are that are made now; undefined before any is made for them. */
  sorts: Sorts | undefined

  readonly at: typeof idsAt = (moment) => {
    const next = idsAt(moment)
    return (kind) => {
      if (this.sorts === undefined && later.has(kind)) return next(kind)
      const sort = this.sorts?.[kind] ?? 'plain'
      const before = this.#made.get(`${kind} ${sort}`) ?? 0
      this.#made.set(`${kind} ${sort}`, before + 1)
      const first = sort === 'plain' ? (kept[kind] ?? 0) : 0
      return before === first ? exampleId(kind, sort) : next(kind)
    }
  }
}
