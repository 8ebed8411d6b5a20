import {
  billingOfHandler,
  billingOfHandlerInput,
  updateBillingOfHandler,
} from '../../activities/clients/handlers/billing-of-handler.ts'
import {
  connectClientToHandler,
  disconnectClientFromHandler,
} from '../../activities/clients/handlers/connect-client.ts'
import {
  createClientHandler,
  createClientHandlerInput,
} from '../../activities/clients/handlers/create-client-handler.ts'
import {
  updateClientHandler,
  updateClientHandlerInput,
} from '../../activities/clients/handlers/update-client-handler.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import {
  ClientHandler,
  ClientHandlerBilling,
  ClientHandlerClient,
} from '../../entities/client-handler.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { postalAddress } from '../../activities/clients/create-client.ts'
import { clients } from './clients/collection.ts'

const clientHandlerView = viewOf(ClientHandler, [
  'id',
  'name',
  'email',
  'phone',
  'userId',
  'userGroupId',
  'active',
  'versioned',
])

const billingView = viewOf(
  ClientHandlerBilling,
  [
    'id',
    'clientHandlerId',
    'countryCode',
    'identificationNumber',
    'name',
    'email',
    'commissionPercent',
    'billTo',
    'versioned',
  ],
  {
    more: { address: postalAddress.nullable() },
    show: ({ address }) => ({ address: address ?? null }),
  },
)

const handlers = collection(ClientHandler, {
  noun: ['client handler', 'client handlers'],
  shows: clientHandlerView,
  filters: filtersOf(ClientHandler, ['name', 'userId', 'userGroupId', 'active', 'createdAt']),
  sort: ['name', 'createdAt'],
})

export default {
  listClientHandlers: operation(
    'GET /client-handlers',
    'ReadClientHandlers',
    forTheTenantAlone(handlers.list),
  ),
  searchClientHandlers: operation(
    'POST /client-handlers/search',
    'SearchClientHandlers',
    forTheTenantAlone(handlers.search),
  ),
  readClientHandler: operation(
    'GET /client-handlers/{id}',
    'ReadClientHandler',
    forTheTenantAlone(handlers.read),
  ),

  createClientHandler: operation('POST /client-handlers', 'CreateClientHandlers', {
    summary: 'Add somebody who looks after clients',
    body: createClientHandlerInput,
    shows: clientHandlerView,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createClientHandler(unit, body)),

  updateClientHandler: operation('PUT /client-handlers/{id}', 'UpdateClientHandlers', {
    summary: 'Change a client handler; whoever is its person has its clients from then on',
    body: updateClientHandlerInput,
    shows: clientHandlerView,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => updateClientHandler(unit, params.id, body)),

  listClientsOfHandler: operation('GET /client-handlers/{id}/clients', 'ReadClientHandler', {
    ...forTheTenantAlone(
      clients.linked(ClientHandler, ClientHandlerClient, {
        row: 'clientId',
        owner: 'clientHandlerId',
      }),
    ),
    summary: 'List the clients of a handler',
    extension: true,
  }),

  connectClientToHandler: operation(
    'PUT /client-handlers/{id}/connect/{clientId}',
    'ConnectClientToClientHandler',
    {
      summary: 'Give a client to a handler; it leaves the handler it had',
      shows: viewOf(ClientHandlerClient, ['clientHandlerId', 'clientId']),
      refuses: ['GRANT_EXCEEDS_HOLDER'],
    },
  ).handle(({ unit, params }) => connectClientToHandler(unit, params.id, params.clientId)),

  disconnectClientFromHandler: operation(
    'DELETE /client-handlers/{id}/connect/{clientId}',
    'ConnectClientToClientHandler',
    {
      summary: 'Take a client from a handler',
      refuses: ['GRANT_EXCEEDS_HOLDER'],
    },
  ).handle(({ unit, params }) => disconnectClientFromHandler(unit, params.id, params.clientId)),

  readBillingOfClientHandler: operation(
    'GET /client-handlers/{clientHandlerId}/billing-details',
    'ReadClientHandlerBillingDetails',
    { summary: 'Read who is billed and paid commission for a handler', shows: billingView },
  ).handle(({ unit, params }) => billingOfHandler(unit, params.clientHandlerId)),

  updateBillingOfClientHandler: operation(
    'PUT /client-handlers/{clientHandlerId}/billing-details',
    'UpdateClientHandlerBillingDetails',
    {
      summary: 'Say who is billed for a handler’s clients',
      body: billingOfHandlerInput,
      shows: billingView,
      refuses: ['GRANT_EXCEEDS_HOLDER'],
    },
  ).handle(({ unit, params, body }) => updateBillingOfHandler(unit, params.clientHandlerId, body)),
} satisfies Room
