import { families } from '../../entities/events.ts'
import { maySee } from '../../domain/system/to-do.ts'
import { refuse } from '../../domain/refusal.ts'
import type { TargetType } from '../../domain/system/target.ts'
import { User } from '../../entities/user.ts'
import { UserGroup, UserGroupMember } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalsNow } from '../access/may-still-act.ts'

interface Named {
  assigneeUserId?: string | null | undefined
  userGroupId?: string | null | undefined
}

/** What it is on: who has a right to read such things sees it. */
interface On {
  targetType: TargetType
  clientId?: string | null | undefined
}

/** Nobody is given to do what they could not open; of a group one who can is enough. */
export async function refuseBlindAssignee(
  unit: Unit,
  { assigneeUserId, userGroupId }: Named,
  { targetType, clientId = null }: On,
): Promise<void> {
  const asked: User[][] = []
  if (assigneeUserId != null) {
    asked.push([await unit.load(User, { id: assigneeUserId }, '/assigneeUserId')])
  }
  if (userGroupId != null) {
    await unit.load(UserGroup, { id: userGroupId }, '/userGroupId')
    const members = await unit.all(UserGroupMember, { userGroupId })
    asked.push(await unit.all(User, { id: members.map(({ userId }) => userId) }))
  }
  const openedBy = families.get(targetType)?.rights ?? []
  const all = asked.flat()
  const refusals = await refusalsNow(
    unit,
    all.map(({ id: principalId }) => ({ principalId, openedBy, clientId })),
  )
  const refused = new Set(all.filter((_, at) => refusals[at] !== undefined))
  const sees = (user: User) => {
    const { status, clientId: own = null, debtorId = null } = user
    const mayReach = maySee({ active: status === 'ACTIVE', clientId: own, debtorId }, clientId)
    return mayReach && !refused.has(user)
  }
  if (!asked.every((users) => users.some(sees))) refuse('ASSIGNEE_MAY_NOT_SEE')
}
