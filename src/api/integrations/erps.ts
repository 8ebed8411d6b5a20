import { z } from 'zod'
import {
  connectClientToErp,
  connectClientToErpInput,
} from '../../activities/clients/connect-erps.ts'
import { createErp, createErpInput, billing, free } from '../../activities/clients/create-erp.ts'
import { Erp } from '../../entities/erp.ts'
import { clientView } from '../clients/clients/views.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, showVersioned, versionedView } from '../../kernel/read/fields.ts'
import { exact, flag, instants, text } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const erpView = viewOf(Erp, [
  'id',
  'erpTypeId',
  'name',
  'uses',
  'connector',
  'target',
  'active',
  'versioned',
])

const erps = collection(Erp, {
  noun: ['business system', 'business systems'],
  shows: erpView,
  filters: {
    erpTypeId: exact(id('ErpType')),
    name: text(),
    active: flag(),
    createdAt: instants(),
  },
  sort: ['name', 'createdAt'],
})

const ErpBillingView = z
  .object({ erpId: id('Erp'), ...billing, ...versionedView })
  .meta({ id: 'ErpBilling' })

export default {
  listErps: operation('GET /erps', 'ReadErps', erps.list),
  searchErps: operation('POST /erps/search', 'SearchErps', erps.search),
  readErp: operation('GET /erps/{id}', 'ReadErp', erps.read),

  createErp: operation('POST /erps', 'CreateErps', {
    summary: 'Create a business system that clients can be connected to',
    body: createErpInput,
    shows: erpView,
    refuses: ['ALREADY_EXISTS', 'ERP_NOT_FITTING', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createErp(unit, body)),

  readBillingOfErp: operation('GET /erps/{id}/settings/billing', 'ReadErpBillingSettings', {
    summary: 'Read what the use of a business system costs a client',
    returns: ErpBillingView,
  }).handle(async ({ unit, params }) => {
    const erp = await unit.load(Erp, params.id)
    return { erpId: erp.id, ...free, ...erp.billing, ...showVersioned(erp) }
  }),

  connectClientToErp: operation('PUT /erps/{id}/connect/{clientId}', 'ConnectClientToErp', {
    summary: 'Connect a client to a business system, for all it can do',
    body: connectClientToErpInput,
    shows: clientView,
    refuses: ['ERP_NOT_FITTING'],
  }).handle(({ unit, params, body }) => connectClientToErp(unit, params.id, params.clientId, body)),
} satisfies Room
