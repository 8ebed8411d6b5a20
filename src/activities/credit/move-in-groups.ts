import { SystemDebtorGroup } from '../../entities/system-debtor-group.ts'
import type { CountedInGroup } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { upFrom } from '../debtors/groups/up-from.ts'
import { addToGroup, upThrough } from './group-limits.ts'
import { lockDebtorLimits } from './lock-limits.ts'

/** What is counted leaves the groups where it was, and comes into those where it is now. */
export async function moveInGroups(
  unit: Unit,
  what: CountedInGroup,
  from: string | null,
  to: string | null,
): Promise<void> {
  const end = await unit.load(SystemDebtorGroup, from ?? to ?? '')
  const { currency } = end
  // Made where there is none, so that a claim that begins to count waits for this.
  const [ofDebtor] =
    'systemDebtorId' in what ? await lockDebtorLimits(unit, [{ ...what, currency }]) : []
  const ends = [from, to, 'groupId' in what ? what.groupId : null].flatMap((id) => id ?? [])
  const where = upFrom('select unnest($2::uuid[])')
  const all = await unit.readEach(SystemDebtorGroup, where, [ends], 'held')
  const counted = 'groupId' in what ? all.find(({ id }) => id === what.groupId) : ofDebtor
  const { utilised = 0n, reserved = 0n } = counted ?? {}
  const [left, entered] = [upThrough(all, from), upThrough(all, to)]
  for (const group of left) {
    if (!entered.includes(group)) addToGroup(unit, group, -utilised, -reserved)
  }
  for (const group of entered) {
    if (!left.includes(group)) addToGroup(unit, group, utilised, reserved)
  }
}
