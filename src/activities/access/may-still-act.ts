import type { Unit } from '../../kernel/write/unit.ts'

/** Whether whoever asked for work that goes on without them is still somebody who may ask. */
export async function mayStillAct(unit: Unit, principalId: string): Promise<boolean> {
  if (principalId === 'platform') return true
  const rows = await unit.transaction.query(
    `select from user_account where tenant_id = $1 and id = $2 and status = 'ACTIVE'
     union all select from service_account where tenant_id = $1 and id = $2 and active
     union all select from token where tenant_id = $1 and id = $2 and revoked_at is null`,
    [unit.tenantId, principalId],
  )
  return rows.length > 0
}
