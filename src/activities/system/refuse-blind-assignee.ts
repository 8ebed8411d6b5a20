import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import { UserGroup, UserGroupMember } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockAssignees, whoMayOpen, type On } from './who-may-open.ts'

interface Named {
  assigneeUserId?: string | null | undefined
  userGroupId?: string | null | undefined
}

/** Nobody is given to do what they could not open; of a group one who can is enough. */
export async function refuseBlindAssignee(unit: Unit, named: Named, on: On): Promise<void> {
  if ((await blindAmong(unit, named, on)).length > 0) refuse('ASSIGNEE_MAY_NOT_SEE')
}

/** Of the person and the group that are named, those who could not open it. */
export async function blindAmong(
  unit: Unit,
  { assigneeUserId, userGroupId }: Named,
  on: On,
): Promise<(keyof Named)[]> {
  const asked = new Map<keyof Named, User[]>()
  if (assigneeUserId != null) {
    const user = await unit.load(User, { id: assigneeUserId }, '/assigneeUserId')
    asked.set('assigneeUserId', [user])
  }
  if (userGroupId != null) {
    await unit.load(UserGroup, { id: userGroupId }, '/userGroupId')
    const members = await unit.all(UserGroupMember, { userGroupId })
    const ids = members.map(({ userId }) => userId)
    asked.set('userGroupId', await unit.all(User, { id: ids }))
  }
  const all = [...asked.values()].flat()
  await lockAssignees(
    unit,
    all.map(({ id }) => id),
  )
  const mayOpen = await whoMayOpen(
    unit,
    all.map((user) => [user, on] as const),
  )
  return [...asked].flatMap(([name, users]) =>
    users.some((user) => mayOpen(user, on)) ? [] : [name],
  )
}
