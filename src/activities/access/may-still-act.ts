import type { RefusalCode } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** In whose name work goes on that was asked for earlier. */
export interface InNameOf {
  principalId: string
  /** The right that let them ask; none where it took none. */
  openedBy: string | null
  /** The one client that it is about, where it is one. */
  clientId: string | null
}

/**
 * What whoever asked would be told if they asked now: they are gone, or hold the right no more, or
 * belong to somebody else; nothing, where they may still.
 */
export async function refusalNow(
  unit: Unit,
  { principalId, openedBy, clientId }: InNameOf,
): Promise<RefusalCode | undefined> {
  if (principalId === 'platform') return undefined
  const [found] = await unit.transaction.prepared<{ lives: boolean; holds: boolean }>(question, [
    unit.tenantId,
    principalId,
    openedBy,
    clientId,
  ])
  if (found?.lives !== true) return 'UNAUTHENTICATED'
  return found.holds ? undefined : 'ACCESS_DENIED'
}

const byRole = (table: string, column: string) => `exists (
  select from ${table} h join role_right r on r.tenant_id = $1 and r.role_id = h.role_id
  where h.tenant_id = $1 and h.${column} = $2 and r.right_name = $3)`

// Where a second factor is demanded and not there, nothing opens, as at the door.
const question = `
select count(*) > 0 as lives, coalesce(bool_or(holds and reaches), false) as holds from (
  select $3::text is null or not (mfa_required and mfa_enrolled_at is null)
      and (super_user or ${byRole('user_role', 'user_id')}) as holds,
    client_id is null or client_id = $4 as reaches
  from user_account where tenant_id = $1 and id = $2 and status = 'ACTIVE'
  union all
  select $3 is null or ${byRole('service_account_role', 'service_account_id')},
    client_id is null or client_id = $4
  from service_account where tenant_id = $1 and id = $2 and active
  union all
  select $3 is null or super_user or $3 = any (rights) or ${byRole('token_role', 'token_id')},
    client_id is null or client_id = $4
  from token where tenant_id = $1 and id = $2 and revoked_at is null) who`
