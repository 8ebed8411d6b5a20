import { least, limitLeftOn } from '../../domain/clients/limits.ts'
import { decimal } from '../../domain/money.ts'
import type { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leftForSystemDebtors } from './groups/left-in-groups.ts'

interface Row extends Record<string, unknown> {
  id: string
  currency: string
  creditLimit: string | null
  utilised: string
  reserved: string
}

/** What is financed on identities and may still be: the least of their own and shared limits. */
export async function limitsOfSystemDebtors(unit: Unit, debtors: readonly SystemDebtor[]) {
  const ids = debtors.map(({ id }) => id)
  const [rows, sharedOf, links] = await Promise.all([
    unit.transaction.prepared<Row>(limits, [unit.tenantId, ids]),
    leftForSystemDebtors(unit, ids),
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
    exposure: (ofDebtor.get(id) ?? []).map((row) =>
      shown(row, sharedOf(id, row.currency), bankrupt.has(id)),
    ),
  })
}

function shown(row: Row, shared: bigint | null, isBankrupt: boolean) {
  const { currency } = row
  const [utilised, reserved] = [BigInt(row.utilised), BigInt(row.reserved)]
  const creditLimit = row.creditLimit === null ? null : BigInt(row.creditLimit)
  const own = limitLeftOn({ creditLimit, utilised, reserved }, '')
  const left = least(own, shared)
  return {
    currency,
    creditLimit: creditLimit === null ? null : decimal(creditLimit, currency),
    utilised: decimal(utilised, currency),
    reserved: decimal(reserved, currency),
    available: isBankrupt ? decimal(0n, currency) : left === null ? null : decimal(left, currency),
  }
}

const limits = `
select system_debtor_id as id, currency, credit_limit::text as "creditLimit",
  utilised::text as utilised, reserved::text as reserved
from system_debtor_credit_status
where tenant_id = $1 and system_debtor_id = any($2) order by 1, 2`
