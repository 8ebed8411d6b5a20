import { refuse } from '../../../domain/refusal.ts'
import { openFindingsOf } from '../../system/under-review.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * True while nothing is paid to the client: because of a finding of the monitoring that is not
 * cleared, a denied KYC, or because it is paused or closed. A client that is offboarding is still
 * paid.
 */
export function arePayoutsBlocked(unit: Unit, clientId: string): Promise<boolean> {
  return unit.widened(async () => {
    await unit.flush()
    const rows = await unit.transaction.prepared<{ held: boolean }>(
      `select exists (select 1 from client
           where tenant_id = $1 and id = $2 and status in ('PAUSED', 'CLOSED'))
         or exists (select 1 from client_setting
           where tenant_id = $1 and client_id = $2 and kind = 'COMPLIANCE'
             and value->>'kycStatus' = 'DENIED')
         or exists (${openFindingsOf('$2')}) as held`,
      [unit.tenantId, clientId],
    )
    return rows[0]?.held === true
  })
}

/** The same of many: those of which it is true. */
export function clientsBlockedAmong(
  unit: Unit,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return unit.widened(async () => {
    const rows = await unit.transaction.prepared<{ id: string }>(
      `select c.id from client c where c.tenant_id = $1 and c.id = any ($2)
         and (c.status in ('PAUSED', 'CLOSED')
           or exists (select 1 from client_setting s where s.tenant_id = $1
             and s.client_id = c.id and s.kind = 'COMPLIANCE'
             and s.value->>'kycStatus' = 'DENIED')
           or exists (${openFindingsOf('c.id')}))`,
      [unit.tenantId, clientIds],
    )
    return new Set(rows.map(({ id }) => id))
  })
}

/** The reason is not shown to clients. */
export async function refuseBlockedPayouts(unit: Unit, clientId: string): Promise<void> {
  if (await arePayoutsBlocked(unit, clientId)) refuse('PAYOUT_NOT_POSSIBLE')
}
