import { Client } from '../../../entities/client.ts'
import { ClientHandler, ClientHandlerClient } from '../../../entities/client-handler.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endByHandler, giveByHandler, lockHandlers, requireHolders } from './access-by-handler.ts'

/** A client has one handler: it leaves the one it had. Doing it again changes nothing. */
export async function connectClientToHandler(
  unit: Unit,
  id: string,
  clientId: string,
): Promise<ClientHandlerClient> {
  await lockHandlers(unit)
  const handler = await unit.load(ClientHandler, id)
  await unit.load(Client, clientId)
  await requireHolders(unit, handler)
  const before = await unit.find(ClientHandlerClient, { clientId })
  if (before?.clientHandlerId === id) return before
  if (before !== null) await takeFrom(unit, before)
  giveByHandler(unit, handler, [clientId])
  return unit.add(ClientHandlerClient, { clientHandlerId: id, clientId })
}

export async function disconnectClientFromHandler(
  unit: Unit,
  id: string,
  clientId: string,
): Promise<void> {
  await lockHandlers(unit)
  await requireHolders(unit, await unit.load(ClientHandler, id))
  await takeFrom(unit, await unit.load(ClientHandlerClient, { clientHandlerId: id, clientId }))
}

async function takeFrom(unit: Unit, link: ClientHandlerClient): Promise<void> {
  unit.remove(link)
  await endByHandler(unit, link.clientHandlerId, link.clientId)
}
