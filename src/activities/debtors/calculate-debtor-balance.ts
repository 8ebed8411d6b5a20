import { Debtor } from '../../entities/debtor.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { balancesOfDebtors, type OwedInCurrency } from './balances-of.ts'

/**
 * Calculates what the debtor owes from its financial events, and stores that in its own currency.
 */
export async function calculateDebtorBalance(
  unit: Unit,
  id: string,
): Promise<{ debtor: Debtor; balances: OwedInCurrency[] }> {
  const debtor = await loadHeld(unit, Debtor, id)
  const balances = (await balancesOfDebtors(unit, [id])).get(id) ?? []
  debtor.balance = balances.find(({ currency }) => currency === debtor.currency)?.balance ?? 0n
  return { debtor, balances }
}
