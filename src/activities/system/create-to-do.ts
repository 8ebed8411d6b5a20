import type { z } from 'zod'
import type { TargetType } from '../../domain/system/target.ts'
import { ToDo } from '../../entities/to-do.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseBlindAssignee } from './refuse-blind-assignee.ts'
import { targetOf } from './target-of.ts'

export const createToDoInput = bodyOf(
  ToDo,
  ['title', 'description', 'dueDate', 'assigneeUserId', 'userGroupId', 'targetId'],
  { description: '' },
)

/** What somebody is to do about something that they may see. */
export async function createToDo(
  unit: Unit,
  type: TargetType,
  { targetId: on, description, ...fields }: z.output<typeof createToDoInput>,
): Promise<ToDo> {
  const { targetType, clientId } = await targetOf(unit, type, on, '/targetId')
  await refuseBlindAssignee(unit, fields, { targetType, clientId })
  const whose = { targetType, targetId: on, clientId, createdBy: unit.principal.id }
  const { title: called, dueDate, assigneeUserId, userGroupId } = fields
  const who = { assigneeUserId: assigneeUserId ?? null, userGroupId: userGroupId ?? null }
  const what = { title: called, description, dueDate: dueDate ?? null }
  return unit.add(ToDo, { ...whose, ...what, ...who, status: 'OPEN', resolvedBy: null })
}
