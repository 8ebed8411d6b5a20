import type { BusinessDate } from '../../domain/dates.ts'
import type { Row } from '../../ports/database/transaction.ts'
import type { Change } from './changes.ts'
import { isOfTheDay, journalOf } from './records.ts'
import type { Unit } from './unit.ts'
import { writeRecords, type Author, type Origin } from './write-records.ts'

interface Beside {
  outbox: readonly Row[]
  idempotency: readonly Row[]
}

/** Tells what a unit changes: at its end, or of much as it is written. */
export class Telling {
  readonly #unit: Unit
  readonly #origin: Origin
  readonly #woken = new Set<string>()
  #ahead: Promise<void> | undefined

  constructor(unit: Unit, origin: Origin) {
    this.#unit = unit
    this.#origin = origin
  }

  /** The next may be made while these are written, and no more are on their way than that. */
  async ahead(changes: readonly Change[]): Promise<void> {
    const day = await this.dayOf(changes)
    const written = this.#write(changes, { outbox: [], idempotency: [] }, day)
    const before = this.#ahead
    this.#ahead = Promise.all([written, this.#unit.transaction.sent()]).then(([woken]) => {
      for (const channel of woken) this.#woken.add(channel)
    })
    this.#ahead.catch(() => undefined)
    await before
  }

  /** Of rows that a statement makes, which writes what there is to tell of them as well. */
  async made<T>(
    write: (author: Author) => Promise<{ woken: readonly string[]; told: T }>,
  ): Promise<T> {
    const { woken, told } = await write(this.#author)
    for (const channel of woken) this.#woken.add(channel)
    return told
  }

  /** The day of which they tell, where that matters. */
  async dayOf(changes: readonly Change[]): Promise<BusinessDate> {
    return isOfTheDay(changes) ? this.#unit.today() : ''
  }

  /** All that is left to tell, sent at once; whom to wake after the commit. */
  async last(changes: readonly Change[], beside: Beside, today: BusinessDate): Promise<string[]> {
    const written = this.#write(changes, beside, today)
    await this.#ahead
    return [...this.#woken, ...(await written)]
  }

  async #write(changes: readonly Change[], beside: Beside, today: string): Promise<string[]> {
    const records = { journal: journalOf(changes, today), ...beside }
    const isEmpty = Object.values(records).every((rows) => rows.length === 0)
    return isEmpty ? [] : writeRecords(this.#unit.transaction, records, this.#author)
  }

  get #author(): Author {
    const { principal, now } = this.#unit
    return { principal, now, origin: this.#origin }
  }
}
