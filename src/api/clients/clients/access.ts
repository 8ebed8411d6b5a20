import { endAccess, giveAccess } from '../../../activities/clients/access/give-access.ts'
import { ClientAccess } from '../../../entities/client-access.ts'
import { Client } from '../../../entities/client.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { exact } from '../../../kernel/read/filter.ts'

const clientAccessView = viewOf(ClientAccess, [
  'id',
  'clientId',
  'holderType',
  'holderId',
  'reason',
  'viaId',
  'createdBy',
  'createdAt',
])

const accesses = collection(ClientAccess, {
  noun: ['access to a client', 'accesses to a client'],
  shows: clientAccessView,
  filters: {
    holderId: exact(),
    ...filtersOf(ClientAccess, ['holderType', 'reason', 'createdAt']),
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
      shows: clientAccessView,
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
