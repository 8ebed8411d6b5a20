import type { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { UserGroupMember } from '../../entities/user-group.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableGroup } from './changeable-group.ts'
import { refuseGiving } from './members.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const addMemberInput = bodyOf(UserGroupMember, ['userId'])

export async function addMember(
  unit: Unit,
  userGroupId: string,
  { userId }: z.output<typeof addMemberInput>,
): Promise<User> {
  await changeableGroup(unit, userGroupId)
  const user = await unit.load(User, userId, '/userId')
  if ((await unit.find(UserGroupMember, { userGroupId, userId })) !== null) {
    refuse('ALREADY_EXISTS', {
      errors: [{ pointer: '/userId', code: 'ALREADY_EXISTS', message: 'The user is a member' }],
    })
  }
  await refuseGiving(unit, userGroupId, user)
  unit.add(UserGroupMember, { userGroupId, userId })
  await unit.flush()
  return user
}
