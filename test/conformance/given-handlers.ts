import type { IdKind } from '../../src/entities/ids.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

/** What rows of handlers, requests and guarantors must be to be of use. */
export const usualOfHandlers: Readonly<
  Partial<Record<IdKind | 'ClientRepository', (n: number) => Values>>
> = {
  ClientHandler: () => ({ userId: null, userGroupId: null, email: null }),
  ClientHandlerBilling: () => ({
    countryCode: 'SE',
    identificationNumber: null,
    address: null,
    email: null,
    commissionPercent: '0',
    billTo: 'CLIENT',
  }),
  ClientInvoiceRequest: () => ({ type: 'OTHER', data: {}, status: 'OPEN', comments: [] }),
  ClientRepository: () => ({ status: 'WAITING', mark: '', rowIds: [], failure: null }),
  InvoiceGuarantor: (n) => ({
    countryCode: 'SE',
    identificationNumber: swedishNumber(558_000_000 + n),
    address: null,
    email: null,
    currency: 'SEK',
  }),
}

const idOf = (row: Values) => String(row['id'])

let guarantors = 0
const guarantor = () => ({
  countryCode: 'SE',
  identificationNumber: swedishNumber(557_000_000 + ++guarantors),
  limitAmount: '100.00',
})

async function billed({ rows }: Stage): Promise<GivenCall> {
  const { id: clientHandlerId } = await rows.add('client_handler')
  await rows.add('client_handler_billing', { clientHandlerId })
  return {
    params: { clientHandlerId: String(clientHandlerId) },
    body: {
      billTo: 'CLIENT',
      countryCode: 'SE',
      identificationNumber: swedishNumber(557_000_000 + ++guarantors),
    },
  }
}

async function connected(stage: Stage): Promise<GivenCall> {
  const clientId = await stage.client()
  const { id } = await stage.rows.add('client_handler')
  await stage.rows.add('client_handler_client', { clientHandlerId: id, clientId })
  return { params: { id: String(id), clientId } }
}

const claim = async ({ rows }: Stage) =>
  rows.add('invoice', { mainStatus: 'ACTIVATED', invoiceCurrency: 'SEK', baseCurrency: 'SEK' })

/** Operations on them that succeed only in a state which their schemas do not tell. */
export const handlerCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'GET /client-handlers/{clientHandlerId}/billing-details': billed,
  'PUT /client-handlers/{clientHandlerId}/billing-details': billed,
  'DELETE /client-handlers/{id}/connect/{clientId}': connected,
  'PUT /client-handlers/{id}/connect/{clientId}': async (stage) => {
    const { id } = await stage.rows.add('client_handler')
    return { params: { id: String(id), clientId: await stage.client() } }
  },
  'GET /clients/{clientId}/connect-to-git': async (stage) => {
    const clientId = await stage.client()
    await stage.rows.add('client_repository', { clientId })
    return { params: { clientId } }
  },
  'PUT /clients/{clientId}/connect-to-git': async (stage) => ({
    params: { clientId: await stage.client() },
    body: { connected: true },
  }),
  'POST /client-invoice-request': async (stage) => ({
    body: { invoiceId: idOf(await claim(stage)), type: 'OTHER', data: {} },
  }),
  'PUT /client-invoice-request/{id}': async () => ({
    body: { status: undefined, data: undefined, reasonCode: undefined, text: 'Until Friday' },
  }),
  'PUT /client-invoice-request/decline-multiple': async ({ rows }) => ({
    body: { ids: [idOf(await rows.add('client_invoice_request'))], reasonCode: undefined },
  }),
  'POST /invoices/{invoiceId}/guarantors': async (stage) => ({
    params: { invoiceId: idOf(await claim(stage)) },
    body: guarantor(),
  }),
  'GET /invoices/{invoiceId}/guarantors/{id}': guaranteed,
  'PUT /invoices/{invoiceId}/guarantors/{id}': guaranteed,
}

async function guaranteed(stage: Stage): Promise<GivenCall> {
  const { id: invoiceId, clientId } = await claim(stage)
  const { id } = await stage.rows.add('invoice_guarantor', { invoiceId, clientId })
  return { params: { invoiceId: String(invoiceId), id: String(id) }, body: guarantor() }
}
