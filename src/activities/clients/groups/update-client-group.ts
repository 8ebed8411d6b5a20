import type { z } from 'zod'
import { ClientGroup, ClientGroupClient } from '../../../entities/client-group.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { groupToBeGiven } from '../../access/members.ts'
import { endByGroup, giveByGroup } from './access-by-group.ts'
import { changeableClientGroup } from './changeable-client-group.ts'

export const updateClientGroupInput = bodyOf(ClientGroup, [
  'name',
  'description',
  'userGroupId',
]).partial()

/** Where other people are named to look after its clients, they have them instead. */
export async function updateClientGroup(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateClientGroupInput>,
): Promise<ClientGroup> {
  const group = await changeableClientGroup(unit, id)
  const { userGroupId } = sent
  if (userGroupId != null) await groupToBeGiven(unit, userGroupId, '/userGroupId')
  const isOther = userGroupId !== undefined && userGroupId !== (group.userGroupId ?? null)
  change(group, sent)
  if (!isOther) return group
  await endByGroup(unit, id)
  await unit.flush()
  const links = await unit.all(ClientGroupClient, { clientGroupId: id })
  giveByGroup(
    unit,
    group,
    links.map(({ clientId }) => clientId),
  )
  return group
}
