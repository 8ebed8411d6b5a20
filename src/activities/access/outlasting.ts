import type { Unit } from '../../kernel/write/unit.ts'

/** What somebody made, or was shown the secret of, and what goes on working without them. */
export interface Outlasting {
  id: string
  kind: 'TOKEN' | 'SERVICE_ACCOUNT'
  name: string
  /** When it ends by itself; null for an account. */
  expiresAt: Date | null
}

/** Whoever switches somebody off is told what they may still have in their hands. */
export async function outlasting(unit: Unit, makerId: string): Promise<Outlasting[]> {
  const rows = await unit.transaction.prepared<{
    id: string
    kind: Outlasting['kind']
    name: string
    expires_at: Date | null
  }>(question, [unit.tenantId, makerId, unit.now])
  return rows.map(({ expires_at: expiresAt, ...row }) => ({ ...row, expiresAt }))
}

const question = `
select id, 'TOKEN' as kind, name, expires_at from token
where tenant_id = $1 and created_by = $2 and lives_by is null and user_id is null
  and service_account_id is null and revoked_at is null and expires_at > $3
union all
select id, 'SERVICE_ACCOUNT', name, null from service_account a
where tenant_id = $1 and active and id <> $2 and exists (
  select from service_account_secret s
  where s.tenant_id = $1 and s.service_account_id = a.id and s.created_by = $2
    and (s.expires_at is null or s.expires_at > $3))
order by kind, id`
