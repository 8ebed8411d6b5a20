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
  const add = await heldDebtors(unit, effects)
  add(effects)
}

/** The same in two steps: the debtors are held, and any of these effects are added later. */
export async function heldDebtors(
  unit: Unit,
  effects: readonly DebtorEffect[],
): Promise<(effects: readonly DebtorEffect[]) => void> {
  const ids = [...new Set(effects.filter(isWorth).map(({ debtorId }) => debtorId as string))]
  if (ids.length === 0) return () => undefined
  // Sent at once: what is locked after them may go in the same message.
  hold(unit, Debtor, ids)
  const debtors = await unit.readEach(Debtor, 'id = any($2)', [ids])
  const byId = new Map(debtors.map((debtor) => [debtor.id, debtor]))
  return (all) => {
    for (const { debtorId = '', amount, currency } of all.filter(isWorth)) {
      const debtor = byId.get(debtorId)
      if (debtor === undefined || currency !== debtor.currency) continue
      unit.update(Debtor, debtor, { balance: debtor.balance + amount })
    }
  }
}

const isWorth = ({ debtorId, amount }: DebtorEffect) => debtorId !== undefined && amount !== 0n
