import type { IdKind } from '../../src/entities/ids.ts'
import { PaymentMethod } from '../../src/entities/payment-method.ts'
import type { Values } from '../support/rows.ts'
import { owed } from './given-payments.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

const ended = { externalId: null, transactionId: null, payerAlias: null, amount: 1000n }

export const usualOfPaymentRequests: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentRequest: () => ({
    ...ended,
    direction: 'PULL',
    claimType: 'INVOICE',
    payoutId: null,
    currency: 'SEK',
    status: 'EXPIRED',
  }),
  InvoicePaymentChoice: () => ({ configurationId: null }),
}

/** A configuration by which a client is paid, or pays, as nobody in particular. */
async function way({ rows, tenant }: Stage, clientId: unknown, direction: 'IN' | 'OUT' = 'IN') {
  const { id: methodId } = await tenant.work((unit) =>
    unit.load(PaymentMethod, { code: 'BANK_TRANSFER', direction }),
  )
  const limits = { minAmount: null, maxAmount: null, credentials: null, currency: 'SEK' }
  const { id } = await rows.add('payment_method_configuration', { ...limits, methodId })
  const owner = { ownerType: 'CLIENT', clientId, serviceProviderId: null }
  await rows.add('payment_method_binding', { ...owner, configurationId: id })
  return { methodId, configurationId: String(id) }
}

const clientOf = async ({ at }: Stage, invoiceId: string) =>
  (await at.owner('select client_id from invoice where id = $1', [invoiceId]))[0]?.['client_id']

/** One that waits for its payer. */
async function waiting(stage: Stage): Promise<string> {
  const claimId = await owed(stage)
  const clientId = await clientOf(stage, claimId)
  const { id } = await stage.rows.add('payment_request', {
    ...(await way(stage, clientId)),
    claimId,
    clientId,
    status: 'PENDING',
  })
  return String(id)
}

/** Money to be paid back that no bank has yet. */
async function payout(stage: Stage): Promise<Values> {
  const claimId = await owed(stage)
  const clientId = await clientOf(stage, claimId)
  return stage.rows.add('payout', {
    clientId,
    claimId,
    status: 'CREATED',
    amount: 1000n,
    currency: 'SEK',
    debtorId: null,
  })
}

const wish = { payerAlias: undefined, amount: undefined, expiresInMinutes: 60 }

export async function payoutToSend(stage: Stage): Promise<GivenCall> {
  const { id: payoutId, clientId } = await payout(stage)
  const { methodId } = await way(stage, clientId, 'OUT')
  return { body: { ...wish, methodId, payoutId, claimId: undefined } }
}

async function unsent(stage: Stage): Promise<GivenCall> {
  const { id: payoutId, clientId } = await payout(stage)
  const { id } = await stage.rows.add('payment_request', {
    ...(await way(stage, clientId, 'OUT')),
    direction: 'PUSH',
    claimType: null,
    claimId: null,
    payoutId,
    clientId,
    status: 'DECLINED',
  })
  return { params: { id: String(id) } }
}

const ofInvoice = (field: 'methodId' | 'configurationId') => async (stage: Stage) => {
  const invoiceId = await owed(stage)
  const agreed = await way(stage, await clientOf(stage, invoiceId))
  return { params: { invoiceId }, body: { [field]: agreed[field] } }
}

let told = 0

export const paymentRequestCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /payment-requests': async (stage) => {
    const claimId = await owed(stage)
    const { methodId } = await way(stage, await clientOf(stage, claimId))
    return { body: { ...wish, methodId, claimId, payoutId: undefined } }
  },
  'DELETE /payment-requests/{id}': async (stage) => ({ params: { id: await waiting(stage) } }),
  'PUT /payment-requests/retry-payout/{id}': unsent,
  'GET /payment-requests/status/{id}': async (stage) => ({ params: { id: await waiting(stage) } }),
  'POST /payment-requests/status': async (stage) => ({ body: { ids: [await waiting(stage)] } }),
  'PUT /events/payment-request-complete': async (stage) => ({
    body: {
      eventId: `payment-request-${++told}`,
      paymentRequestId: await waiting(stage),
      status: 'DECLINED',
      amount: undefined,
      currency: undefined,
      bookDate: undefined,
    },
  }),
  'PUT /invoices/{invoiceId}/payment-methods/toggle': ofInvoice('methodId'),
  'PUT /invoices/{invoiceId}/payment-method-configurations/toggle': ofInvoice('configurationId'),
}
