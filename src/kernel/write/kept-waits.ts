import { refuse } from '../../domain/refusal.ts'
import type { Transaction } from '../../ports/database/transaction.ts'

/** Under a key a connection is held meanwhile, so that few wait at once. */
const keptMax = 3
let kept = 0

/** Of a caller, who waits without what others could have meanwhile. */
export interface Waits {
  aside<T>(work: () => Promise<T>): Promise<T>
  /** Refuses who may no longer do this, once time has passed. */
  mayStill(): Promise<void>
}

/**
 * Work that others do for a verb, and how it ended. The connection is let go meanwhile, but under a
 * key, whose lock is held until the answer is stored.
 */
export async function settledApart<T>(
  transaction: Transaction,
  work: () => Promise<T>,
  waits?: Waits,
): Promise<PromiseSettledResult<T>> {
  const aside = () => (waits === undefined ? work() : waits.aside(work))
  const settled = async () => (await Promise.allSettled([aside()]))[0]
  return transaction.hasSavepoint ? whileKept(settled) : transaction.apart(settled)
}

/** The same for an answer that is stored under a key. */
export async function whileKept<T>(work: () => Promise<T>): Promise<T> {
  if (kept >= keptMax) refuse('OVERLOADED', { retryAfterSeconds: 1 })
  kept++
  try {
    return await work()
  } finally {
    kept--
  }
}
