import { ClientAccountTransaction } from '../../entities/client-account.ts'
import { PayoutSettlementLine } from '../../entities/payout-settlement.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The transactions of each of some settlements, in the order in which they were made. */
export async function linesOfSettlements(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClientAccountTransaction[]>> {
  const lines = await rowsOf(unit, PayoutSettlementLine, { settlementId: [...ids] }, [
    'settlementId',
    'transactionId',
  ])
  const named = lines.map(({ transactionId }) => transactionId)
  const rows = await unit.readEach(ClientAccountTransaction, 'id = any($2)', [named])
  const of = new Map(lines.map((line) => [line.transactionId, line.settlementId]))
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Map.groupBy(sorted, ({ id }) => of.get(id)!)
}
