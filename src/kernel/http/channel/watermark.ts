import type { Transaction } from '../../../ports/database/transaction.ts'
import { eventIdAt } from './event-ids.ts'
import {
  eventsOf,
  rowsBetween,
  takeSnapshot,
  type Between,
  type Snapshot,
  type StreamedEvent,
} from './streamed-events.ts'
import type { TransactionClock } from './transaction-clock.ts'

/** How long an event may be on its way from the process that named it to its transaction. */
const onItsWayMs = 3_000
/** What was longer on its way is looked for rarely: clocks differ, and processes stand still. */
const longOnItsWayMs = 15_000
const widelyEveryMs = 10_000
const page = 500

interface Look {
  atMs: number
  snapshot: Snapshot
}

/**
 * How far the events of a tenant were seen. They are committed in another order than they were
 * numbered, but what a snapshot does not see is of transactions that were open then or came later:
 * only ids from when these began are looked at.
 */
export class Watermark {
  readonly #tenantId: string
  readonly #clock: TransactionClock
  #last: Look | undefined
  #widely: Look | undefined
  /** The rows of the journal found since it was last looked widely. */
  readonly #found = new Set<string>()

  constructor(tenantId: string, clock: TransactionClock) {
    this.#tenantId = tenantId
    this.#clock = clock
  }

  /** What is seen up to here; before the first look, nothing is. */
  get snapshot(): Snapshot | undefined {
    return this.#last?.snapshot
  }

  /** What became visible since the last look; by the first one, nothing. */
  async *look(transaction: Transaction, nowMs: number): AsyncGenerator<StreamedEvent[]> {
    await this.#clock.mark(transaction, nowMs)
    const look = { atMs: nowMs, snapshot: await takeSnapshot(transaction) }
    const widely = (this.#widely ??= look)
    const isWide = nowMs - widely.atMs >= widelyEveryMs
    const before = isWide ? widely : this.#last
    if (before !== undefined && before.snapshot.text !== look.snapshot.text) {
      const between = {
        after: eventIdAt(isWide ? this.#widelyFrom(before) : this.#from(before)),
        earlier: before.snapshot,
        later: look.snapshot,
      }
      yield* this.#unfound(transaction, between)
    }
    if (isWide) this.#found.clear()
    if (isWide) this.#widely = look
    this.#last = look
  }

  async *#unfound(transaction: Transaction, between: Between): AsyncGenerator<StreamedEvent[]> {
    const all = await rowsBetween(transaction, this.#tenantId, between)
    const rows = all.filter((id) => !this.#found.has(id)).toSorted()
    for (let at = 0; at < rows.length; at += page) {
      const some = rows.slice(at, at + page)
      const events = await eventsOf(transaction, this.#tenantId, some, between.later)
      // Where the look breaks off, the next one begins where this one did.
      for (const id of some) this.#found.add(id)
      yield events
    }
  }

  #from(look: Look): number {
    const begun = this.#clock.beganAfter(look.snapshot.xmin)
    return Math.max(begun - onItsWayMs, look.atMs - longOnItsWayMs)
  }

  #widelyFrom(look: Look): number {
    return Math.min(this.#clock.beganAfter(look.snapshot.xmin), look.atMs) - longOnItsWayMs
  }
}
