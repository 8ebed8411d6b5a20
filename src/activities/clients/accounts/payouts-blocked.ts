import { refuse } from '../../../domain/refusal.ts'
import { openFindingsOf } from '../../system/under-review.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Why nothing is paid to a client `c`, each as a condition. */
export const isDeniedText = `exists (select from client_setting s where s.tenant_id = $1
  and s.client_id = c.id and s.kind = 'COMPLIANCE' and s.value->>'kycStatus' = 'DENIED')`
export const isUnderReviewText = `exists (${openFindingsOf('c.id')})`

/**
 * Those of some clients to whom nothing is paid: because of a finding of the monitoring that is not
 * cleared, a denied KYC, or because they are paused or closed. One that is offboarding is paid.
 */
export function clientsBlockedAmong(
  unit: Unit,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return unit.widened(async () => {
    await unit.flush()
    const rows = await unit.transaction.prepared<{ id: string }>(
      `select c.id from client c where c.tenant_id = $1 and c.id = any ($2)
         and (c.status in ('PAUSED', 'CLOSED') or ${isDeniedText} or ${isUnderReviewText})`,
      [unit.tenantId, clientIds],
    )
    return new Set(rows.map(({ id }) => id))
  })
}

export async function arePayoutsBlocked(unit: Unit, clientId: string): Promise<boolean> {
  return (await clientsBlockedAmong(unit, [clientId])).has(clientId)
}

/** The reason is not shown to clients. */
export async function refuseBlockedPayouts(unit: Unit, clientId: string): Promise<void> {
  if (await arePayoutsBlocked(unit, clientId)) refuse('PAYOUT_NOT_POSSIBLE')
}
