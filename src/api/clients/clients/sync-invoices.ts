import { z } from 'zod'
import { abortInvoices, abortInvoicesInput } from '../../../activities/clients/sync/end-sync.ts'
import {
  queueSyncInvoices,
  queueSyncInvoicesInput,
} from '../../../activities/clients/sync/queue-sync-invoices.ts'
import {
  reportSyncInvoices,
  reportSyncInvoicesInput,
} from '../../../activities/clients/sync/report-sync-invoices.ts'
import { syncInvoiceStatuses } from '../../../domain/clients/client.ts'
import { Client } from '../../../entities/client.ts'
import { ClientSyncInvoice } from '../../../entities/client-sync.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { exact, instants } from '../../../kernel/read/filter.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { pageLimitDefault } from '../../../kernel/read/page.ts'

const syncInvoiceView = viewOf(ClientSyncInvoice, [
  'id',
  'clientId',
  'externalId',
  'invoiceId',
  'direction',
  'status',
  'error',
  'attempts',
  'versioned',
])

const several = z
  .object({ clientId: id('Client').nullable(), data: z.array(syncInvoiceView.schema) })
  .meta({ id: 'ClientSyncInvoices' })

const showSeveral = (invoices: readonly ClientSyncInvoice[]) => ({
  clientId: invoices[0]?.clientId ?? null,
  data: invoices.map((row) => syncInvoiceView.show(row)),
})

const invoices = collection(ClientSyncInvoice, {
  noun: ['invoice of a sync', 'invoices of a sync'],
  shows: syncInvoiceView,
  filters: { status: exact(z.enum(syncInvoiceStatuses)), createdAt: instants() },
  sort: ['createdAt', 'status'],
})
const ofClient = invoices.owned(Client, 'clientId')

export default {
  listSyncInvoices: operation('GET /clients/{clientId}/sync/invoices', 'ReadClientSyncInvoices', {
    ...ofClient,
    summary: 'List the invoices exchanged with a business system',
  }),

  searchSyncInvoices: operation(
    'POST /clients/{clientId}/sync/invoices/search',
    'ReadClientSyncInvoices',
    {
      ...invoices.search,
      summary: 'Search the invoices exchanged with a business system',
      lists: ofClient.lists,
      handle: async ({ unit, params, body }) => {
        const { clientId } = params
        await unit.load(Client, clientId)
        const { filters = {}, sort = [], limit = pageLimitDefault, cursor, count = false } = body
        const search = { filters, sort, limit, cursor, count }
        const found = await invoices.table.page(unit, search, { clientId })
        return {
          ...found,
          data: found.data.map((row) => syncInvoiceView.show(row as ClientSyncInvoice)),
        }
      },
    },
  ),

  createSyncInvoices: operation(
    'POST /clients/{clientId}/sync/invoices',
    'CreateClientSyncInvoices',
    {
      summary: 'Queue invoices for the exchange with a business system',
      body: queueSyncInvoicesInput,
      returns: several,
      shows: showSeveral,
      status: 202,
      refuses: ['NOT_FOUND', 'SYNC_NOT_ALLOWED'],
      locate: ({ clientId }) => `/clients/${clientId}/sync/invoices`,
    },
  ).handle(({ unit, params, body }) => queueSyncInvoices(unit, params.clientId, body)),

  setStatusOfSyncInvoices: operation(
    'PUT /clients/{clientId}/sync/invoices/status',
    'ReportSyncStatusClientInvoices',
    {
      summary: 'Set how far invoices of a client came',
      body: reportSyncInvoicesInput,
      returns: several,
      shows: showSeveral,
      refuses: ['NOT_FOUND', 'SYNC_NOT_ALLOWED'],
    },
  ).handle(async ({ unit, params, body }) => {
    const { id: clientId } = await unit.load(Client, params.clientId)
    return reportSyncInvoices(unit, body, { clientId })
  }),

  setStatusOfSyncInvoicesOfClients: operation(
    'PUT /clients/sync/invoices/status',
    'ReportSyncStatusClientInvoices',
    {
      summary: 'Set how far invoices of several clients came',
      body: reportSyncInvoicesInput,
      returns: several,
      shows: showSeveral,
      refuses: ['NOT_FOUND', 'SYNC_NOT_ALLOWED'],
    },
  ).handle(({ unit, body }) => reportSyncInvoices(unit, body)),

  stopSyncInvoices: operation(
    'PUT /clients/{clientId}/sync/invoices/abort',
    'SupportAbortSyncClientInvoices',
    {
      summary: 'Stop invoices that are on their way, all or some',
      body: abortInvoicesInput,
      returns: several,
      shows: showSeveral,
    },
  ).handle(async ({ unit, params, body }) => {
    const { id: clientId } = await unit.load(Client, params.clientId)
    return abortInvoices(unit, clientId, body)
  }),
} satisfies Room
