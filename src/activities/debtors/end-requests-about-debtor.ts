import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endRequestsWhere } from '../automation/end-requests-about.ts'

/** Nobody agrees any more to anything about what goes along, nor to what was to come into a debtor that goes. */
export async function endRequestsAboutDebtor(unit: Unit, debtorId: string): Promise<void> {
  await lockKey(unit, 'requests', debtorId)
  await endRequestsWhere(unit, about, [debtorId], 'The debtor was moved')
}

const about = `(subject_id = $2
  or subject_id in (select id from invoice
    where tenant_id = $1 and debtor_id = $2 and ledger_status = 'NOT_BOOKED')
  or subject_id in (select id from debtor_payout_account where tenant_id = $1 and debtor_id = $2)
  or (topic = 'DEBTOR_MERGE' and asked ->> 'debtorId' = id_text($2::uuid)))`
