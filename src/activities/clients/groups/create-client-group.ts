import type { z } from 'zod'
import { ClientGroup } from '../../../entities/client-group.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { groupToBeGiven } from '../../access/members.ts'
import { refuseBound } from './changeable-client-group.ts'

export const createClientGroupInput = bodyOf(ClientGroup, ['name', 'description', 'userGroupId'], {
  description: '',
})

export async function createClientGroup(
  unit: Unit,
  { userGroupId = null, ...facts }: z.output<typeof createClientGroupInput>,
): Promise<ClientGroup> {
  refuseBound(unit)
  if (userGroupId !== null) await groupToBeGiven(unit, userGroupId, '/userGroupId')
  return unit.add(ClientGroup, { ...facts, userGroupId })
}
