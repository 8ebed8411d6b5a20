import type { RefusalCode } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Who asked for work that goes on after the request. */
export interface InNameOf {
  principalId: string
  /** The right that opened the operation; null if none was required. */
  openedBy: string | null
  /** The client, if the work is about one client. */
  clientId: string | null
}

/**
 * The refusal that they would get if they asked now: because they are gone, have lost the right, or
 * now belong to another client; undefined if they still may.
 */
export async function refusalNow(
  unit: Unit,
  { principalId, openedBy, clientId }: InNameOf,
): Promise<RefusalCode | undefined> {
  if (principalId === 'platform') return undefined
  const [found] = await unit.transaction.prepared<{ lives: boolean; holds: boolean | null }>(
    question,
    [unit.tenantId, principalId, openedBy, clientId],
  )
  if (found?.lives !== true) return 'UNAUTHENTICATED'
  return found.holds === true ? undefined : 'ACCESS_DENIED'
}

const byRole = (table: string, column: string) => `exists (
  select from ${table} h join role_right r on r.tenant_id = $1 and r.role_id = h.role_id
  where h.tenant_id = $1 and h.${column} = asked.id and r.right_name = $3)`

// As at a login, a user without a required second factor may do nothing. A minted token may do what
// its maker may as well.
const question = `
with asked as (
  select $2::uuid as id union all
  select lives_by from token where tenant_id = $1 and id = $2 and lives_by is not null)
select bool_and(who.holds is not null) as lives, bool_and(holds and reaches) as holds
from asked left join lateral (
  select $3::text is null or not (mfa_required and mfa_enrolled_at is null)
      and (super_user or ${byRole('user_role', 'user_id')}) as holds,
    coalesce(client_id is null or client_id = $4, false) as reaches
  from user_account where tenant_id = $1 and id = asked.id and status = 'ACTIVE'
  union all
  select $3 is null or ${byRole('service_account_role', 'service_account_id')},
    coalesce(client_id is null or client_id = $4, false)
  from service_account where tenant_id = $1 and id = asked.id and active
  union all
  select $3 is null or super_user or $3 = any (rights) or ${byRole('token_role', 'token_id')},
    coalesce(client_id is null or client_id = $4, false)
  from token where tenant_id = $1 and id = asked.id and revoked_at is null) who on true`
