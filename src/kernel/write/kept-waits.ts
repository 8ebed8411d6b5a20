import { refuse } from '../../domain/refusal.ts'
import { FairTurns } from '../../domain/turns.ts'
import type { Transaction } from '../../ports/database/transaction.ts'

/** Under a key a connection is held meanwhile, so that few wait at once. */
const keptMax = 3
let kept = 0

/** What is tried holds one as well: it has places of its own, for which the tenants wait in turn. */
const tried = new FairTurns({ atOnce: keptMax, each: 20, all: 100 })

/** Of a caller, who waits without what others could have meanwhile. */
export interface Waits {
  aside<T>(work: () => Promise<T>): Promise<T>
  /** Refuses who may no longer do this, once time has passed. */
  mayStill(): Promise<void>
}

/** The unit for which others do something. */
interface For {
  transaction: Transaction
  tenantId: string
  waits: Waits | undefined
}

/**
 * Work that others do for a verb, and how it ended. The connection is let go meanwhile, but under a
 * key, whose lock is held until the answer is stored, and after what was tried before, which would
 * be gone with it.
 */
export async function settledApart<T>(
  { transaction, tenantId, waits }: For,
  work: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const aside = () => (waits === undefined ? work() : waits.aside(work))
  const settled = async () => (await Promise.allSettled([aside()]))[0]
  if (!transaction.hasSavepoint) return transaction.apart(settled)
  // A caller is told to come again; who is tried in the background has nobody to tell.
  return waits === undefined ? tried.take(tenantId, settled) : whileKept(settled)
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
