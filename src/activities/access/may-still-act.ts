import { platformId } from '../../domain/id-forms.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Who asked for work that goes on after the request. */
export interface InNameOf {
  principalId: string
  /** The right that opened the operation, or several of which one is enough; null if none was required. */
  openedBy: string | readonly string[] | null
  /** The client, if the work is about one client. */
  clientId: string | null
}

/**
 * The refusal that they would get if they asked now: because they are gone, have lost the right, or
 * now belong to another client; undefined if they still may.
 */
export async function refusalNow(unit: Unit, asked: InNameOf): Promise<RefusalCode | undefined> {
  return (await refusalsNow(unit, [asked]))[0]
}

/** The same of many, in one statement. */
export async function refusalsNow(
  unit: Unit,
  asked: readonly InNameOf[],
): Promise<(RefusalCode | undefined)[]> {
  // All rows are read, even if the caller is bound to a client and does not see who asked.
  const found = await unit.widened(() =>
    unit.transaction.prepared<{ lives: boolean; holds: boolean | null }>(question, [
      unit.tenantId,
      asked.map(({ principalId }) => principalId),
      asked.map(({ openedBy }) => openedBy && [openedBy].flat().join(between)),
      asked.map(({ clientId }) => clientId),
    ]),
  )
  return asked.map(({ principalId }, at) => {
    if (principalId === platformId) return undefined
    if (found[at]?.lives !== true) return 'UNAUTHENTICATED'
    return found[at].holds === true ? undefined : 'ACCESS_DENIED'
  })
}

const between = ' '

/** How those are named in a statement of whom it is asked: the rights are a list, or null. */
interface Asked {
  tenant: string
  principal: string
  rights: string
  client: string
}

/**
 * Whether somebody lives, and has one of the rights. As at a login, a user without a required
 * second factor may do nothing. A minted token may do what its maker may as well.
 */
export function standingNow({ tenant, principal, rights, client }: Asked): string {
  const byRole = (table: string, column: string) => `exists (
    select from ${table} h join role_right r on r.tenant_id = ${tenant} and r.role_id = h.role_id
    where h.tenant_id = ${tenant} and h.${column} = asked.id and r.right_name = any (${rights}))`
  const reaches = `coalesce(p.client_id is null or p.client_id = ${client}, false) as reaches`
  const isAsked = `p.tenant_id = ${tenant} and p.id = asked.id`
  return `
select bool_and(who.holds is not null) as lives, bool_and(who.holds and who.reaches) as holds
from (select ${principal} as id union all
  select t.lives_by from token t
  where t.tenant_id = ${tenant} and t.id = ${principal} and t.lives_by is not null) asked
left join lateral (
  select ${rights} is null or not (p.mfa_required and p.mfa_enrolled_at is null)
      and (p.super_user or ${byRole('user_role', 'user_id')}) as holds, ${reaches}
  from user_account p where ${isAsked} and p.status = 'ACTIVE'
  union all
  select ${rights} is null or ${byRole('service_account_role', 'service_account_id')}, ${reaches}
  from service_account p where ${isAsked} and p.active
  union all
  select ${rights} is null or p.super_user or p.rights && ${rights}
      or ${byRole('token_role', 'token_id')}, ${reaches}
  from token p where ${isAsked} and p.revoked_at is null) who on true`
}

const question = `
select standing.* from unnest($2::uuid[], $3::text[], $4::uuid[])
  with ordinality as a (principal, opened_by, client, n)
cross join lateral (select string_to_array(a.opened_by, '${between}') as names) rights
cross join lateral (${standingNow({
  tenant: '$1',
  principal: 'a.principal',
  rights: 'rights.names',
  client: 'a.client',
})}) standing
order by a.n`
