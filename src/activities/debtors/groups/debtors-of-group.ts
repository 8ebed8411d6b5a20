import type { z } from 'zod'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { SystemDebtor } from '../../../entities/system-debtor.ts'
import {
  SystemDebtorGroup,
  SystemDebtorGroupMember,
} from '../../../entities/system-debtor-group.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { lockDebtorGroups, secondForLeaving } from './debtor-groups.ts'

export const addDebtorToGroupInput = bodyOf(SystemDebtorGroupMember, ['systemDebtorId'])

/** What is financed on it counts in the group, and in those above it, from now on. */
export async function addDebtorToGroup(
  unit: Unit,
  groupId: string,
  { systemDebtorId }: z.output<typeof addDebtorToGroupInput>,
): Promise<SystemDebtor> {
  await lockDebtorGroups(unit)
  await unit.load(SystemDebtorGroup, groupId)
  const debtor = await unit.load(SystemDebtor, systemDebtorId, '/systemDebtorId')
  const there = await unit.find(SystemDebtorGroupMember, { systemDebtorId })
  if (there?.groupId === groupId) {
    const message = 'It is in the group'
    const errors = [{ pointer: '/systemDebtorId', code: 'ALREADY_EXISTS', message }]
    refuse('ALREADY_EXISTS', { errors })
  }
  if (there !== null) refuse('IN_ANOTHER_DEBTOR_GROUP', { existingId: there.groupId })
  await unit.runtime.registered.groupMoved(unit, { systemDebtorId }, null, groupId)
  unit.add(SystemDebtorGroupMember, { groupId, systemDebtorId })
  return debtor
}

export async function removeDebtorFromGroup(
  unit: Unit,
  groupId: string,
  systemDebtorId: string,
): Promise<undefined | Pending> {
  const pending = await secondForLeaving(unit, groupId, { systemDebtorId })
  if (pending !== undefined) return pending
  await lockDebtorGroups(unit)
  const link = await unit.find(SystemDebtorGroupMember, { groupId, systemDebtorId })
  if (link === null) return notFound()
  await unit.runtime.registered.groupMoved(unit, { systemDebtorId }, groupId, null)
  unit.remove(link)
  return undefined
}
