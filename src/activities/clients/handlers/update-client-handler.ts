import type { z } from 'zod'
import { ClientHandler, ClientHandlerClient } from '../../../entities/client-handler.ts'
import { change } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endByHandler, giveByHandler, lockHandlers, requireHolders } from './access-by-handler.ts'
import { createClientHandlerInput } from './create-client-handler.ts'

export const updateClientHandlerInput = createClientHandlerInput.partial()

/** Where other people are named, they have its clients instead; nobody has those of an inactive one. */
export async function updateClientHandler(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateClientHandlerInput>,
): Promise<ClientHandler> {
  await lockHandlers(unit)
  const handler = await unit.load(ClientHandler, id)
  const before = holding(handler)
  await requireHolders(unit, { userId: sent.userId, userGroupId: sent.userGroupId }, true)
  if (sent.active === true) await requireHolders(unit, handler)
  change(handler, sent)
  if (holding(handler) === before) return handler
  await endByHandler(unit, id)
  const links = await unit.all(ClientHandlerClient, { clientHandlerId: id })
  giveByHandler(
    unit,
    handler,
    links.map(({ clientId }) => clientId),
  )
  return handler
}

const holding = ({ active, userId, userGroupId }: ClientHandler) =>
  `${active} ${userId ?? ''} ${userGroupId ?? ''}`
