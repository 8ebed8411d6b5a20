import { least, limitLeftOn } from '../../../domain/clients/limits.ts'
import type { SystemDebtorGroup } from '../../../entities/system-debtor-group.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** What may still be financed in each group: the least that it and those above it have left. */
export async function leftInGroups(
  unit: Unit,
  groups: readonly SystemDebtorGroup[],
): Promise<(group: SystemDebtorGroup) => bigint | null> {
  const rows = await unit.transaction.prepared<{ id: string; free: string | null }>(above, [
    unit.tenantId,
    groups.map(({ id }) => id),
  ])
  const byGroup = new Map(rows.map(({ id, free }) => [id, free]))
  return (group) => {
    const own = limitLeftOn(group, '')
    const shared = byGroup.get(group.id) ?? null
    return least(own, shared === null ? null : BigInt(shared))
  }
}

/** What the groups of identities leave them in a currency; null where none has a limit in it. */
export async function leftForSystemDebtors(
  unit: Unit,
  ids: readonly string[],
): Promise<(id: string, currency: string) => bigint | null> {
  const rows = await unit.transaction.prepared<{ id: string; currency: string; free: string }>(
    ofDebtors,
    [unit.tenantId, ids],
  )
  const byDebtor = new Map(rows.map(({ id, currency, free }) => [`${id} ${currency}`, free]))
  return (id, currency) => {
    const free = byDebtor.get(`${id} ${currency}`)
    return free === undefined ? null : BigInt(free)
  }
}

const ofDebtors = `
with recursive up as (
  select system_debtor_id as id, group_id from system_debtor_group_member
  where tenant_id = $1 and system_debtor_id = any($2)
  union
  select up.id, g.parent_id
  from up join system_debtor_group g on g.tenant_id = $1 and g.id = up.group_id
)
select up.id, g.currency, min(g.credit_limit - g.utilised - g.reserved)::text as free
from up join system_debtor_group g on g.tenant_id = $1 and g.id = up.group_id
where g.credit_limit is not null
group by 1, 2`

const above = `
with recursive up as (
  select id, parent_id from system_debtor_group where tenant_id = $1 and id = any($2)
  union
  select up.id, g.parent_id
  from up join system_debtor_group g on g.tenant_id = $1 and g.id = up.parent_id
)
select up.id, min(g.credit_limit - g.utilised - g.reserved)::text as free
from up join system_debtor_group g on g.tenant_id = $1 and g.id = up.parent_id
group by up.id`
