import type { z } from 'zod'
import { ClientGroup } from '../../../entities/client-group.ts'
import { UserGroup } from '../../../entities/user-group.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseBound } from './changeable-client-group.ts'

export const createClientGroupInput = bodyOf(ClientGroup, ['name', 'description', 'userGroupId'], {
  description: '',
})

export async function createClientGroup(
  unit: Unit,
  { userGroupId = null, ...facts }: z.output<typeof createClientGroupInput>,
): Promise<ClientGroup> {
  refuseBound(unit)
  if (userGroupId !== null) await unit.load(UserGroup, { id: userGroupId }, '/userGroupId')
  return unit.add(ClientGroup, { ...facts, userGroupId })
}
