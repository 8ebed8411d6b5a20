import { refuse } from '../../../domain/refusal.ts'
import { openFindingsOfClient } from '../../system/under-review.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * Whether nothing is paid to the client at present: the monitoring found something that nobody has
 * cleared, its KYC is denied, or it is paused or closed. Who is leaving is still paid what is
 * theirs.
 */
export function isMoneyHeld(unit: Unit, clientId: string): Promise<boolean> {
  return unit.widened(async () => {
    await unit.flush()
    const rows = await unit.transaction.prepared<{ held: boolean }>(
      `select exists (select 1 from client
           where tenant_id = $1 and id = $2 and status in ('PAUSED', 'CLOSED'))
         or exists (select 1 from client_setting
           where tenant_id = $1 and client_id = $2 and kind = 'COMPLIANCE'
             and value->>'kycStatus' = 'DENIED')
         or exists (${openFindingsOfClient}) as held`,
      [unit.tenantId, clientId],
    )
    return rows[0]?.held === true
  })
}

/** Clients whose money is held are not paid, and are not shown the reason. */
export async function refuseHeldMoney(unit: Unit, clientId: string): Promise<void> {
  if (await isMoneyHeld(unit, clientId)) refuse('PAYOUT_NOT_POSSIBLE')
}
