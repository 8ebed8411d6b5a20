import { z } from 'zod'
import { endAccess, giveAccess } from '../../../activities/clients/access/give-access.ts'
import { accessReasons, holderTypes } from '../../../domain/access/client-access.ts'
import { ClientAccess } from '../../../entities/client-access.ts'
import { Client } from '../../../entities/client.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id, instant } from '../../../kernel/read/fields.ts'
import { exact, instants } from '../../../kernel/read/filter.ts'

const AccessView = z
  .object({
    id: id('ClientAccess'),
    clientId: id('Client'),
    holderType: z.enum(holderTypes),
    holderId: z.string().meta({ example: 'U01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }),
    reason: z.enum(accessReasons),
    viaId: z.string().meta({ example: 'U01K9ZV3Q7M2T8W4X6Y0A1B2C3D' }),
    createdBy: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'ClientAccess' })

const show = (access: ClientAccess): z.output<typeof AccessView> => ({
  id: access.id,
  clientId: access.clientId,
  holderType: access.holderType,
  holderId: access.holderId,
  reason: access.reason,
  viaId: access.viaId,
  createdBy: access.createdBy,
  createdAt: access.createdAt.toISOString(),
})

const accesses = collection(ClientAccess, {
  noun: ['access to a client', 'accesses to a client'],
  view: AccessView,
  show,
  filters: {
    holderId: exact(),
    holderType: exact(z.enum(holderTypes)),
    reason: exact(z.enum(accessReasons)),
    createdAt: instants(),
  },
  sort: ['createdAt'],
})

export default {
  listAccessOfClient: operation('GET /clients/{id}/access', 'ReadClientHandlers', {
    ...accesses.owned(Client, 'clientId', 'id'),
    summary: 'List the people and groups a client is assigned to',
    extension: true,
  }),

  giveAccessToClient: operation(
    'PUT /clients/{id}/access/{holderId}',
    'ConnectClientToClientHandler',
    {
      summary: 'Assign a client to a person, an account or a group',
      returns: AccessView,
      shows: show,
      extension: true,
      refuses: ['GRANT_EXCEEDS_HOLDER'],
    },
  ).handle(({ unit, params }) => giveAccess(unit, params.id, params.holderId)),

  endAccessToClient: operation(
    'DELETE /clients/{id}/access/{holderId}',
    'ConnectClientToClientHandler',
    {
      summary: 'Take back an assigned client; from the next request on it is not seen',
      extension: true,
      refuses: ['GRANT_EXCEEDS_HOLDER'],
    },
  ).handle(({ unit, params }) => endAccess(unit, params.id, params.holderId)),
} satisfies Room
