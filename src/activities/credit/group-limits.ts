import { larger } from '../../domain/money.ts'
import { refuse } from '../../domain/refusal.ts'
import { SystemDebtorGroup } from '../../entities/system-debtor-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { upFrom } from '../debtors/groups/up-from.ts'
import type { OfDebtor } from './limit-rows.ts'

/** The groups whose limits bind some debtors: their own, and those above these. */
export interface HeldGroups {
  all: readonly SystemDebtorGroup[]
  of(debtor: OfDebtor): SystemDebtorGroup[]
}

export const groupsOfDebtors = (ids: string) =>
  upFrom(`select group_id from system_debtor_group_member
    where tenant_id = $1 and system_debtor_id = any(${ids})`)

/**
 * Asked after the debtors' limits, in the message that holds them: who comes into a group or leaves
 * it holds those too.
 */
export async function heldGroups(
  unit: Unit,
  debtors: readonly OfDebtor[],
  where = groupsOfDebtors('$2'),
  values?: readonly unknown[],
): Promise<HeldGroups> {
  const ids = [...new Set(debtors.map(({ systemDebtorId }) => systemDebtorId))]
  if (ids.length === 0) return { all: [], of: () => [] }
  const [links, all] = await Promise.all([
    unit.transaction.prepared<{ debtor: string; group: string }>(
      `select system_debtor_id as debtor, group_id as group from system_debtor_group_member
       where tenant_id = $1 and system_debtor_id = any($2)`,
      [unit.tenantId, ids],
    ),
    unit.readEach(SystemDebtorGroup, where, values ?? [ids], 'held'),
  ])
  const groupOf = new Map(links.map(({ debtor, group }) => [debtor, group]))
  return {
    all,
    of: ({ systemDebtorId, currency }) =>
      upThrough(all, groupOf.get(systemDebtorId)).filter((group) => group.currency === currency),
  }
}

/** Held, they say what they stand under; what was moved while it was looked for is missing. */
export function upThrough(
  groups: readonly SystemDebtorGroup[],
  first: string | null | undefined,
): SystemDebtorGroup[] {
  const found: SystemDebtorGroup[] = []
  for (let id = first; id != null;) {
    const group = groups.find((one) => one.id === id) ?? refuse('VERSION_CONFLICT')
    found.push(group)
    id = group.parentId
  }
  return found
}

export function addToGroup(
  unit: Unit,
  group: SystemDebtorGroup,
  utilised: bigint,
  reserved: bigint,
): void {
  unit.update(SystemDebtorGroup, group, {
    utilised: larger(group.utilised + utilised, 0n),
    reserved: larger(group.reserved + reserved, 0n),
  })
}
