import type { z } from 'zod'
import { ClientHandler, ClientHandlerBilling } from '../../../entities/client-handler.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { lockHandlers, requireHolders } from './access-by-handler.ts'

export const createClientHandlerInput = bodyOf(
  ClientHandler,
  ['name', 'email', 'phone', 'userId', 'userGroupId', 'active'],
  { active: true },
)

/** Its billing details come with it. */
export async function createClientHandler(
  unit: Unit,
  sent: z.output<typeof createClientHandlerInput>,
): Promise<ClientHandler> {
  await lockHandlers(unit)
  const { email = null, phone = null, userId = null, userGroupId = null, ...facts } = sent
  await requireHolders(unit, { userId, userGroupId }, true)
  const handler = unit.add(ClientHandler, { ...facts, email, phone, userId, userGroupId })
  await addBilling(unit, handler.id)
  return handler
}

/** As long as nobody says otherwise its clients are billed, and there is no commission. */
async function addBilling(unit: Unit, clientHandlerId: string): Promise<void> {
  const { countryCode } = await unit.tenant()
  unit.add(ClientHandlerBilling, {
    clientHandlerId,
    countryCode,
    identificationNumber: null,
    name: null,
    address: null,
    email: null,
    commissionPercent: '0',
    billTo: 'CLIENT',
  })
}
