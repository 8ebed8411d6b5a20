import { Debtor } from '../../entities/debtor.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface DebtorEffect {
  debtorId?: string
  amount: bigint
  currency: string
}

/**
 * What debtors owe changes by these amounts. A debtor keeps the balance of one currency, its own;
 * claims in others are told by their events.
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
