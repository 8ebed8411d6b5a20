import type { Transaction } from '../../ports/database/transaction.ts'
import { sendHold } from './hold.ts'
import { byRank, isRanked, type Taken } from './ranks.ts'
import type { RowToWrite } from './row-to-write.ts'

/**
 * Changing a row locks it. Changed rows that are not held yet are held first, so that they too
 * follow the one order of locks.
 */
export function takeChanged(
  transaction: Transaction,
  tenantId: string,
  taken: Taken,
  rows: readonly RowToWrite[],
): void {
  const fresh = new Map<string, string[]>()
  let count = 0
  for (const row of rows) {
    const { id } = row.entity as { id?: string }
    const table = row.meta.tableName
    if (id === undefined || !isRanked(table)) continue
    if (row.action === 'CREATED') taken.own(table, id)
    else if (!taken.has(table, id)) {
      count++
      const ids = fresh.get(table)
      if (ids === undefined) fresh.set(table, [id])
      else ids.push(id)
    }
  }
  for (const [table, ids] of [...fresh].toSorted(([a], [b]) => byRank(a, b))) {
    taken.take(table, ids)
    if (count > 1) sendHold(transaction, table, tenantId, ids)
  }
}
