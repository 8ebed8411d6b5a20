import { samePerson } from '../../domain/access/same-person.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A token stands for its maker, a service account for all who were shown a secret or token of it. */
const makers = `select id, created_by from token where tenant_id = $1
  union all
  select service_account_id, created_by from token
  where tenant_id = $1 and service_account_id is not null
  union all
  select service_account_id, created_by from service_account_secret
  where tenant_id = $1 and created_by is not null`

/** A user may be whoever gave them the password by which they come in. */
const makersAndSetters = `${makers}
  union all
  select id, password_set_by from user_account
  where tenant_id = $1 and password_set_by is not null`

/** Nor does anybody know that whom one person let in is another, but of a super-user, who took two. */
const inviters = `${makersAndSetters}
  union all
  select i.user_id, i.invited_by from user_invitation i
  join user_account u on u.tenant_id = i.tenant_id and u.id = i.user_id
  where i.tenant_id = $1 and i.invited_by is not null and not u.super_user`

/**
 * Which of the principals cannot be seconded by the caller: they are, or may be, the same person,
 * or one of the two let the other in. Two whom the same person let in are two.
 */
export async function sameAsCaller(
  unit: Unit,
  principalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const caller = callersOf(unit)
  const all = [...new Set([...caller, ...principalIds])]
  const persons = await whoIsBehind(unit, all, makersAndSetters)
  const above = await whoIsBehind(unit, all, inviters)
  const callers = setOf(persons, caller)
  const aboveCaller = setOf(above, caller)
  const isSame = (id: string) =>
    samePerson(setOf(persons, [id]), aboveCaller) || samePerson(setOf(above, [id]), callers)
  return new Set(principalIds.filter(isSame))
}

/** Which of them the caller may answer for: what they asked for, the caller takes back. */
export const actedByCaller = (
  unit: Unit,
  principalIds: readonly string[],
): Promise<ReadonlySet<string>> => amongCallers(unit, principalIds, makersAndSetters)

/** Which of them are nobody but the caller: whose password the caller set is another person. */
export const noneButCaller = (
  unit: Unit,
  principalIds: readonly string[],
): Promise<ReadonlySet<string>> => amongCallers(unit, principalIds, makers)

/**
 * Who has given a user access by what is done now. As long as only the user may act as themselves
 * that is nobody; what is done in their name counts as done by whoever gave them their password.
 */
export async function giverOf(unit: Unit, { id, passwordSetBy }: User): Promise<string | null> {
  const behind = await whoIsBehind(unit, callersOf(unit), makers)
  const isInTheirName = [...behind.values()].some((each) => each.has(id))
  return isInTheirName ? (passwordSetBy ?? null) : unit.principal.id
}

async function amongCallers(
  unit: Unit,
  principalIds: readonly string[],
  made: string,
): Promise<ReadonlySet<string>> {
  const caller = callersOf(unit)
  const behind = await whoIsBehind(unit, [...new Set([...caller, ...principalIds])], made)
  const callers = setOf(behind, caller)
  return new Set(principalIds.filter((each) => samePerson(setOf(behind, [each]), callers)))
}

type Behind = ReadonlyMap<string, ReadonlySet<string>>

const setOf = (behind: Behind, ids: readonly string[]): string[] =>
  ids.flatMap((each) => [...(behind.get(each) ?? [each])])

const callersOf = ({ principal: { id, tokenId } }: Unit): string[] =>
  tokenId === null ? [id] : [id, tokenId]

async function whoIsBehind(unit: Unit, ids: readonly string[], made: string): Promise<Behind> {
  // All rows are read, even if the caller is bound to a client and sees few of them.
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ of: string; id: string }>(
      `with recursive made as (${made}), behind(of, id) as (
         select each, each from unnest($2::uuid[]) each
         union
         select b.of, m.created_by from behind b join made m on m.id = b.id
       )
       select of, id from behind`,
      [unit.tenantId, ids],
    ),
  )
  const sets = new Map(ids.map((each) => [each, new Set<string>()]))
  for (const { of, id } of rows) sets.get(of)?.add(id)
  return sets
}
