import type { BusinessDate } from '../../domain/dates.ts'
import type { Row } from '../../ports/database/transaction.ts'
import type { Change } from './changes.ts'
import { isOfTheDay, journalOf } from './records.ts'
import type { Unit } from './unit.ts'
import { writeRecords, type Origin } from './write-records.ts'

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
    const { transaction, principal, now } = this.#unit
    const isEmpty = Object.values(records).every((rows) => rows.length === 0)
    return isEmpty
      ? []
      : writeRecords(transaction, records, { principal, now, origin: this.#origin })
  }
}
