import { Debtor } from '../../entities/debtor.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What the debtor owes as its financial events tell it, in its own currency. */
export async function calculateDebtorBalance(unit: Unit, id: string): Promise<Debtor> {
  const debtor = await loadHeld(unit, Debtor, id)
  const [told] = await unit.transaction.prepared<{ balance: string }>(
    `select coalesce(sum(amount), 0)::text as balance from financial_event
     where tenant_id = $1 and debtor_id = $2 and currency = $3`,
    [unit.tenantId, id, debtor.currency],
  )
  debtor.balance = BigInt(told?.balance ?? '0')
  return debtor
}
