import { limitLeftOn } from '../../domain/clients/limits.ts'
import { decimal } from '../../domain/money.ts'
import type { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Row extends Record<string, unknown> {
  id: string
  currency: string
  creditLimit: string | null
  utilised: string
  reserved: string
  shared: string | null
}

/** What is financed on identities and may still be: the least of their own and shared limits. */
export async function limitsOfSystemDebtors(unit: Unit, debtors: readonly SystemDebtor[]) {
  const ids = debtors.map(({ id }) => id)
  const [rows, links] = await Promise.all([
    unit.transaction.prepared<Row>(limits, [unit.tenantId, ids]),
    unit.transaction.prepared<{ id: string; groupId: string }>(
      `select system_debtor_id as id, group_id as "groupId" from system_debtor_group_member
       where tenant_id = $1 and system_debtor_id = any($2)`,
      [unit.tenantId, ids],
    ),
  ])
  const bankrupt = new Set(debtors.flatMap(({ id, status }) => (status === 'BANKRUPT' ? id : [])))
  const ofDebtor = Map.groupBy(rows, ({ id }) => id)
  const groupOf = new Map(links.map(({ id, groupId }) => [id, groupId]))
  return (id: string) => ({
    groupId: groupOf.get(id) ?? null,
    exposure: (ofDebtor.get(id) ?? []).map((row) => shown(row, bankrupt.has(id))),
  })
}

function shown(row: Row, isBankrupt: boolean) {
  const { currency } = row
  const [utilised, reserved] = [BigInt(row.utilised), BigInt(row.reserved)]
  const creditLimit = row.creditLimit === null ? null : BigInt(row.creditLimit)
  const own = limitLeftOn({ creditLimit, utilised, reserved }, '')
  const shared = row.shared === null ? null : BigInt(row.shared)
  const least = own === null || (shared !== null && shared < own) ? shared : own
  return {
    currency,
    creditLimit: creditLimit === null ? null : decimal(creditLimit, currency),
    utilised: decimal(utilised, currency),
    reserved: decimal(reserved, currency),
    available: isBankrupt
      ? decimal(0n, currency)
      : least === null
        ? null
        : decimal(least, currency),
  }
}

const limits = `
with recursive up as (
  select m.system_debtor_id as debtor, g.id, g.parent_id, g.currency,
    g.credit_limit - g.utilised - g.reserved as free
  from system_debtor_group_member m
  join system_debtor_group g on g.tenant_id = $1 and g.id = m.group_id
  where m.tenant_id = $1 and m.system_debtor_id = any($2)
  union
  select up.debtor, g.id, g.parent_id, g.currency, g.credit_limit - g.utilised - g.reserved
  from up join system_debtor_group g on g.tenant_id = $1 and g.id = up.parent_id
)
select s.system_debtor_id as id, s.currency, s.credit_limit::text as "creditLimit",
  s.utilised::text as utilised, s.reserved::text as reserved,
  (select min(free)::text from up where debtor = s.system_debtor_id and currency = s.currency)
    as shared
from system_debtor_credit_status s
where s.tenant_id = $1 and s.system_debtor_id = any($2) order by 1, 2`
