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

// As at a login, a user without a required second factor may do nothing.
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
