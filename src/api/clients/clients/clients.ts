import { z } from 'zod'
import { connectErps } from '../../../activities/clients/connect-erps.ts'
import { factsOfClient } from '../../../activities/clients/facts-of-client.ts'
import { updateClient } from '../../../activities/clients/update-client.ts'
import { clientStatuses } from '../../../domain/clients/client.ts'
import { languages } from '../../../domain/distribution/document.ts'
import { Client } from '../../../entities/client.ts'
import { change, id, name } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { clients } from './collection.ts'
import {
  addressInformation,
  ClientDetailView,
  clientView,
  contactInformation,
  locale,
  showDetail,
} from './views.ts'

export default {
  listClients: operation('GET /clients', 'ReadClients', clients.list),
  searchClients: operation('POST /clients/search', 'SearchClients', clients.search),

  readClient: operation('GET /clients/{id}', 'ReadClient', {
    summary: 'Read a client, its onboarding and what it lacks',
    returns: ClientDetailView,
  }).handle(async ({ unit, params }) => showDetail(await factsOfClient(unit, params.id))),

  updateClient: operation('PUT /clients/{id}', 'UpdateClients', {
    summary: 'Change what is said of a client; who it is stays',
    body: z
      .strictObject({
        name: name(200),
        number: name(40).nullable(),
        locale: locale.nullable(),
        contactInformation: contactInformation.nullable(),
        addressInformation: addressInformation.nullable(),
        status: z.enum(clientStatuses),
      })
      .partial(),
    shows: clientView,
    refuses: ['ALREADY_EXISTS', 'CLIENT_IN_BUSINESS', 'CLIENT_STATUS_NOT_ALLOWED'],
  }).handle(({ unit, params, body }) => updateClient(unit, params.id, body)),

  updatePreferredLanguageOfClient: operation(
    'PUT /clients/{id}/preferred-language',
    'UpdateClientPreferredLanguage',
    {
      summary: 'Change the language in which a client is spoken to',
      body: z.strictObject({ preferredLanguage: z.enum(languages) }),
      shows: clientView,
    },
  ).handle(async ({ unit, params, body }) => change(await unit.load(Client, params.id), body)),

  connectErpsToClient: operation('PUT /clients/{id}/erp-connect', 'ConnectErpToClient', {
    summary: 'Connect a client to its business systems',
    body: z.strictObject({ invoiceErpId: id('Erp'), bookkeepErpId: id('Erp') }),
    shows: clientView,
    refuses: ['ERP_NOT_FITTING', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => connectErps(unit, params.id, body)),
} satisfies Room
