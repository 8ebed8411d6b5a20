import { ClientGroupClient } from '../../../entities/client-group.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endByGroup } from './access-by-group.ts'
import { changeableClientGroup } from './changeable-client-group.ts'

/** Its clients stay, and are had no more by whoever had them by it. */
export async function deleteClientGroup(unit: Unit, id: string): Promise<void> {
  const group = await changeableClientGroup(unit, id)
  for (const link of await unit.all(ClientGroupClient, { clientGroupId: id })) unit.remove(link)
  await endByGroup(unit, id)
  unit.remove(group)
}
