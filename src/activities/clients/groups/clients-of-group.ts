import type { z } from 'zod'
import { refuse } from '../../../domain/refusal.ts'
import { ClientGroupClient } from '../../../entities/client-group.ts'
import { Client } from '../../../entities/client.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { groupToBeGiven } from '../../access/members.ts'
import { endByGroup, giveByGroup } from './access-by-group.ts'
import { changeableClientGroup } from './changeable-client-group.ts'

export const addClientToGroupInput = bodyOf(ClientGroupClient, ['clientId'])

export async function addClientToGroup(
  unit: Unit,
  clientGroupId: string,
  { clientId }: z.output<typeof addClientToGroupInput>,
): Promise<Client> {
  const group = await changeableClientGroup(unit, clientGroupId)
  const client = await unit.load(Client, { id: clientId }, '/clientId')
  if ((await unit.find(ClientGroupClient, { clientGroupId, clientId })) !== null) {
    const message = 'The client is in the group'
    refuse('ALREADY_EXISTS', {
      errors: [{ pointer: '/clientId', code: 'ALREADY_EXISTS', message }],
    })
  }
  unit.add(ClientGroupClient, { clientGroupId, clientId })
  if (group.userGroupId != null) await groupToBeGiven(unit, group.userGroupId)
  giveByGroup(unit, group, [clientId])
  return client
}

export async function removeClientFromGroup(
  unit: Unit,
  clientGroupId: string,
  clientId: string,
): Promise<void> {
  await changeableClientGroup(unit, clientGroupId)
  unit.remove(await unit.load(ClientGroupClient, { clientGroupId, clientId }))
  await endByGroup(unit, clientGroupId, clientId)
}
