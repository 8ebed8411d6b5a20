import type { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { raisedBy } from '../../../domain/clients/limits.ts'
import { invalid, notFound, refuse } from '../../../domain/refusal.ts'
import { exampleId } from '../../../entities/ids.ts'
import {
  SystemDebtorGroup,
  SystemDebtorGroupMember,
} from '../../../entities/system-debtor-group.ts'
import { amountSent } from '../../../kernel/read/amounts.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change } from '../../../kernel/read/fields.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountIn } from '../../clients/accounts/amount-in.ts'
import { upFrom } from './up-from.ts'
import { lockLimits, raisedSince, secondForLimits } from '../../clients/second-for-limits.ts'

const parentId = exampleId('SystemDebtorGroup', 'another')
const creditLimit = '12500.00'
const limit = { creditLimit: amountSent.nullish() }

export const createDebtorGroupInput = bodyOf(
  SystemDebtorGroup,
  ['name', 'description', 'parentId', 'currency'],
  { description: '' },
)
  .extend(limit)
  .meta({
    example: { name: 'Northern region', description: '', parentId, currency: 'SEK', creditLimit },
  })
/** What is counted is counted in its currency, which stays. */
export const updateDebtorGroupInput = bodyOf(SystemDebtorGroup, ['name', 'description', 'parentId'])
  .partial()
  .extend(limit)
  .meta({ example: { name: 'Northern region', parentId, creditLimit } })

/**
 * Groups are changed by one caller at a time, so that no two of them close a circle together. They
 * bind claims of all clients, and are not there for people of one.
 */
export async function lockDebtorGroups(unit: Unit): Promise<void> {
  if (isBound(unit.scope)) notFound()
  await lockKey(unit, 'debtor groups', '')
}

export async function createDebtorGroup(
  unit: Unit,
  { creditLimit, parentId = null, ...facts }: z.output<typeof createDebtorGroupInput>,
): Promise<SystemDebtorGroup> {
  await lockDebtorGroups(unit)
  if (parentId !== null) await mayStandUnder(unit, facts, parentId)
  return unit.add(SystemDebtorGroup, {
    ...facts,
    parentId,
    creditLimit: limitIn(facts.currency, creditLimit) ?? null,
    utilised: 0n,
    reserved: 0n,
  })
}

export async function updateDebtorGroup(
  unit: Unit,
  id: string,
  { creditLimit, ...sent }: z.output<typeof updateDebtorGroupInput>,
): Promise<SystemDebtorGroup | Pending> {
  if (isBound(unit.scope)) notFound()
  await lockLimits(unit)
  const [row] = await rowsOf(unit, SystemDebtorGroup, { id: [id] }, limitFields)
  const seen = row ?? notFound()
  const left = await leftBy(unit, seen, sent.parentId)
  const pending = await secondForGroup(unit, seen, { creditLimit, left }, sent)
  if (pending !== undefined) return pending
  await lockDebtorGroups(unit)
  const group = await unit.load(SystemDebtorGroup, id)
  const from = group.parentId ?? null
  const { parentId: to = from } = sent
  if (to !== null && to !== from) await mayStandUnder(unit, group, to)
  // First, since what it counts is held by this.
  if (to !== from) await unit.runtime.registered.groupMoved(unit, { groupId: id }, from, to)
  const limit = limitIn(group.currency, creditLimit)
  return change(group, { ...sent, ...(limit !== undefined && { creditLimit: limit }) })
}

const limitFields = ['id', 'currency', 'creditLimit', 'parentId'] as const
type Seen = Pick<SystemDebtorGroup, (typeof limitFields)[number]>

/** What goes elsewhere is bound no more by what it stood under. */
async function leftBy(unit: Unit, { parentId }: Seen, to: string | null | undefined) {
  const leaves = to !== undefined && parentId != null && to !== parentId
  return leaves && (await isBinding(unit, parentId))
}

/** Whether it, or a group above it, has a limit. */
export async function isBinding(unit: Unit, groupId: string): Promise<boolean> {
  const [row] = await unit.transaction.prepared<{ binding: boolean }>(
    `select exists (select from system_debtor_group
       where tenant_id = $1 and credit_limit is not null and ${upFrom('$2::uuid')}) as binding`,
    [unit.tenantId, groupId],
  )
  return row?.binding === true
}

async function secondForGroup(
  unit: Unit,
  group: Seen,
  { creditLimit: sent, left }: { creditLimit: string | null | undefined; left: boolean },
  more: object,
): Promise<Pending | undefined> {
  const { id, currency } = group
  const limit = limitIn(currency, sent)
  const raised = await raisedSince(unit, 'SystemDebtorGroup', [group], (from) =>
    limit === undefined ? 0n : raisedBy(from.creditLimit ?? null, limit),
  )
  return secondForLimits(unit, left ? [{ by: null }] : raised, {
    subject: { type: 'SystemDebtorGroup', id, clientId: null },
    payload: { ...more, creditLimit: sent ?? null },
  })
}

/** Its debtors remain, in no group; what stands under it has to be moved first. */
export async function deleteDebtorGroup(unit: Unit, id: string): Promise<undefined | Pending> {
  const pending = await secondForLeaving(unit, id, {})
  if (pending !== undefined) return pending
  await lockDebtorGroups(unit)
  const group = await unit.load(SystemDebtorGroup, id)
  const below = await unit.all(SystemDebtorGroup, { parentId: id })
  if (below.length > 0) {
    refuse('DEBTOR_GROUP_HAS_GROUPS', { detail: `Groups that stand under it: ${below.length}.` })
  }
  const { parentId: from = null } = group
  if (from !== null) await unit.runtime.registered.groupMoved(unit, { groupId: id }, from, null)
  for (const link of await unit.all(SystemDebtorGroupMember, { groupId: id })) unit.remove(link)
  unit.remove(group)
  return undefined
}

/** Who leaves a group with a limit may be financed for more. */
export async function secondForLeaving(
  unit: Unit,
  groupId: string,
  payload: { systemDebtorId?: string },
): Promise<Pending | undefined> {
  if (isBound(unit.scope)) notFound()
  await lockLimits(unit)
  const { systemDebtorId: only } = payload
  const having = { groupId: [groupId], ...(only !== undefined && { systemDebtorId: [only] }) }
  const members = await rowsOf(unit, SystemDebtorGroupMember, having, ['systemDebtorId'])
  if (members.length === 0 || !(await isBinding(unit, groupId))) return undefined
  const subject = { type: 'SystemDebtorGroup', id: groupId, clientId: null }
  return secondForLimits(unit, [{ by: null }], { subject, payload })
}

/** Each decision holds all of them. */
const levelsMax = 10

/** Limits of one currency bind each other; and what stands above a group never stands below it. */
async function mayStandUnder(
  unit: Unit,
  group: { id?: string; currency: string },
  parentId: string,
): Promise<void> {
  const parent = await unit.load(SystemDebtorGroup, parentId, '/parentId')
  if (parent.currency !== group.currency) {
    invalid('/parentId', 'OTHER_CURRENCY', `The group above counts in ${parent.currency}`)
  }
  const below = group.id === undefined ? 0 : await levelsBelow(unit, group.id)
  let [above, levels]: [SystemDebtorGroup, number] = [parent, 1]
  while (above.id !== group.id && above.parentId != null) {
    above = await unit.load(SystemDebtorGroup, above.parentId)
    levels++
  }
  if (above.id === group.id) refuse('DEBTOR_GROUP_CIRCLE')
  if (levels + below > levelsMax) {
    invalid('/parentId', 'TOO_DEEP', `At most ${levelsMax} stand above the lowest`)
  }
}

/** What stands under it is bound by all that it comes to stand under. */
async function levelsBelow(unit: Unit, groupId: string): Promise<number> {
  const [row] = await unit.transaction.prepared<{ levels: number }>(
    `with recursive below (id, level) as (
       select id, 1 from system_debtor_group where tenant_id = $1 and parent_id = $2
       union all
       select g.id, b.level + 1 from below b
         join system_debtor_group g on g.tenant_id = $1 and g.parent_id = b.id)
     select coalesce(max(level), 0)::int as levels from below`,
    [unit.tenantId, groupId],
  )
  return row?.levels ?? 0
}

const limitIn = (currency: string, sent: string | null | undefined) =>
  sent == null ? sent : amountIn(sent, currency, '/creditLimit')
