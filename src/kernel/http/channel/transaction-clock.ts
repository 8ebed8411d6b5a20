import type { Transaction } from '../../../ports/database/transaction.ts'

/** Each mark uses up a number of the database's. */
const markEveryMs = 400
/** A quarter of an hour of them. */
const marksMax = 2_000

interface Mark {
  atMs: number
  number: bigint
}

/**
 * When transactions began, by their numbers. A snapshot does not say it: it has the last number
 * that is over, and not the last that was given.
 */
export class TransactionClock {
  readonly #marks: Mark[] = []

  async mark(transaction: Transaction, nowMs: number): Promise<void> {
    const last = this.#marks.at(-1)
    if (last !== undefined && nowMs - last.atMs < markEveryMs) return
    const [row] = await transaction.prepared<{ number: string }>(take, [])
    this.#marks.push({ atMs: nowMs, number: BigInt(row!.number) })
    if (this.#marks.length > marksMax) this.#marks.shift()
  }

  /** After when a transaction of this number, or of a later one, began to write. */
  beganAfter(number: bigint): number {
    const earlier = this.#marks.findLast((mark) => mark.number < number)
    return earlier?.atMs ?? this.#marks[0]!.atMs - unknownMs
  }
}

/** What had begun before there was a mark is seldom older. */
const unknownMs = 15_000

const take = 'select pg_current_xact_id()::text as number'
