import { Debtor } from '../../entities/debtor.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface DebtorEffect {
  debtorId?: string
  amount: bigint
  currency: string
}

/**
 * Adds the amounts to what debtors owe. The stored balance of a debtor is in its own currency; what
 * it owes in others is calculated from their financial events.
 */
export async function addToDebtors(unit: Unit, effects: readonly DebtorEffect[]): Promise<void> {
  const worth = effects.filter(({ debtorId, amount }) => debtorId !== undefined && amount !== 0n)
  const byDebtor = Map.groupBy(worth, ({ debtorId }) => debtorId as string)
  if (byDebtor.size === 0) return
  const ids = [...byDebtor.keys()]
  hold(unit, Debtor, ids)
  for (const debtor of await unit.all(Debtor, { id: { $in: ids } })) {
    for (const { amount, currency } of byDebtor.get(debtor.id) ?? []) {
      if (currency === debtor.currency) debtor.balance += amount
    }
  }
}
