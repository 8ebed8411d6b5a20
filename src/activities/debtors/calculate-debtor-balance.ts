import { Debtor } from '../../entities/debtor.ts'
import { driftOf } from '../../kernel/write/drift.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Corrects the stored balance, which is in the debtor's own currency, by its financial events. */
export async function calculateDebtorBalance(unit: Unit, id: string): Promise<Debtor> {
  const drift = await driftOf(unit, id, drifted)
  const debtor = await loadHeld(unit, Debtor, id)
  debtor.balance -= drift
  return debtor
}

const drifted = `
select (d.balance - coalesce((select sum(e.amount) from financial_event e
  where e.tenant_id = $1 and e.debtor_id = d.id and e.currency = d.currency), 0))::text as drift
from debtor d where d.tenant_id = $1 and d.id = $2`
