import { connectErps, connectErpsInput } from '../../../activities/clients/connect-erps.ts'
import { factsOfClient } from '../../../activities/clients/facts-of-client.ts'
import { updateClient, updateClientInput } from '../../../activities/clients/update-client.ts'
import { Client } from '../../../entities/client.ts'
import { change } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { clients } from './collection.ts'
import { ClientDetailView, clientView, showDetail } from './views.ts'
import { bodyOf } from '../../../kernel/read/body.ts'

export default {
  listClients: operation('GET /clients', 'ReadClients', clients.list),
  searchClients: operation('POST /clients/search', 'SearchClients', clients.search),

  readClient: operation('GET /clients/{id}', 'ReadClient', {
    summary: 'Read a client, its onboarding and what it lacks',
    returns: ClientDetailView,
  }).handle(async ({ unit, params }) => showDetail(await factsOfClient(unit, params.id))),

  updateClient: operation('PUT /clients/{id}', 'UpdateClients', {
    summary: 'Change what is said of a client; who it is stays',
    confirms: true,
    body: updateClientInput,
    shows: clientView,
    refuses: [
      'ALREADY_EXISTS',
      'CLIENT_IN_BUSINESS',
      'CLIENT_STATUS_NOT_ALLOWED',
      'NOT_FOR_FURTHER_CLIENTS',
    ],
  }).handle(({ unit, params, body }) => updateClient(unit, params.id, body)),

  updatePreferredLanguageOfClient: operation(
    'PUT /clients/{id}/preferred-language',
    'UpdateClientPreferredLanguage',
    {
      summary: 'Change the language in which a client is spoken to',
      body: bodyOf(Client, ['preferredLanguage']),
      shows: clientView,
    },
  ).handle(async ({ unit, params, body }) => change(await unit.load(Client, params.id), body)),

  connectErpsToClient: operation('PUT /clients/{id}/erp-connect', 'ConnectErpToClient', {
    summary: 'Connect a client to its business systems',
    body: connectErpsInput,
    shows: clientView,
    refuses: ['ERP_NOT_FITTING', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => connectErps(unit, params.id, body)),
} satisfies Room
