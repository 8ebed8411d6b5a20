import { samePerson } from '../../domain/access/same-person.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Which of the principals are the same person as the caller, who then cannot second them. A token
 * stands for its maker, a service account for everybody who was shown a secret or token of it.
 */
export async function sameAsCaller(
  unit: Unit,
  principalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { id, tokenId } = unit.principal
  const caller = tokenId === null ? [id] : [id, tokenId]
  const behind = await whoIsBehind(unit, [...new Set([...caller, ...principalIds])])
  const callers = caller.flatMap((each) => [...(behind.get(each) ?? [each])])
  return new Set(principalIds.filter((each) => samePerson(behind.get(each) ?? [each], callers)))
}

async function whoIsBehind(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // All rows are read, even if the caller is bound to a client and sees few of them.
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ of: string; id: string }>(
      `with recursive made as (
         select id, created_by from token where tenant_id = $1
         union all
         select service_account_id, created_by from token
         where tenant_id = $1 and service_account_id is not null
         union all
         select service_account_id, created_by from service_account_secret
         where tenant_id = $1 and created_by is not null
       ), behind(of, id) as (
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
