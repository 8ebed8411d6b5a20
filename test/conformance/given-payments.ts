import type { IdKind } from '../../src/entities/ids.ts'
import { methodCodes } from '../../src/domain/payments/method.ts'
import { createPayment } from '../../src/activities/payments/create-payment.ts'
import { PaymentLink } from '../../src/entities/payment-link.ts'
import type { PaymentTransaction } from '../../src/entities/payment-transaction.ts'
import { UnplacedPayment } from '../../src/entities/unplaced-payment.ts'
import type { Values } from '../support/rows.ts'
import { activatedInvoice } from '../support/trade.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

/** Money of which nothing is placed, in no book. */
const waiting = {
  ...{ amount: 1000n, linked: 0n, unplaced: 1000n, returned: 0n, writtenOff: 0n },
  ...{ currency: 'SEK', status: 'NEW', source: 'MANUAL', bookedAt: null },
}

export const usualOfPayments: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentTransaction: (n) => ({ ...waiting, reference: `10000${n}`, bookDate: '2026-11-20' }),
  PaymentLink: () => ({ claimType: 'INVOICE', amount: 1000n, currency: 'SEK', status: 'BOOKED' }),
  PaymentMethod: (n) => ({
    code: methodCodes[n % methodCodes.length],
    direction: 'OUT',
    countries: [],
    currencies: [],
  }),
  PaymentMethodConfiguration: () => ({ currency: 'SEK', minAmount: 100n, maxAmount: 1000n }),
  PaymentMethodBinding: () => ({ ownerType: 'CLIENT', serviceProviderId: null }),
  UnplacedPayment: () => ({ amountOpen: 1000n, currency: 'SEK', status: 'OPEN' }),
}

const sent = {
  amount: '10.00',
  currency: 'SEK',
  ...{ reference: undefined, claims: undefined, bookDate: undefined, valueDate: undefined },
}

/** A payment of a new claim of the stage's client, booked as people book it. */
async function paid(stage: Stage, amount: string): Promise<PaymentTransaction> {
  const clientId = await stage.client()
  const claim = await activatedInvoice(stage.tenant, clientId)
  return stage.tenant.work(async (unit) => {
    const payment = { amount, currency: 'SEK', book: true, claims: [{ id: claim }] }
    return (await createPayment(unit, payment as never)) as PaymentTransaction
  })
}

async function bookedLink(stage: Stage): Promise<GivenCall> {
  const { id: transactionId } = await paid(stage, '10.00')
  const link = await stage.tenant.work((unit) => unit.load(PaymentLink, { transactionId }))
  return { params: { id: link.id }, body: { reasonCode: undefined, bookDate: undefined } }
}

async function unplaced(stage: Stage): Promise<GivenCall> {
  const clientId = await stage.client()
  const payment = { amount: '10.00', currency: 'SEK', book: true }
  const claim = await activatedInvoice(stage.tenant, clientId)
  const made = await stage.tenant.work((unit) => createPayment(unit, payment as never))
  const { id: transactionId } = made as PaymentTransaction
  const row = await stage.tenant.work((unit) => unit.load(UnplacedPayment, { transactionId }))
  return { params: { id: row.id }, body: { claims: [{ id: claim, amount: '10.00' }] } }
}

export const paymentCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /payments': async () => ({ body: sent }),
  'POST /payments/multiple': async () => ({ body: { payments: [sent, sent] } }),
  'PUT /payments/{id}': async ({ rows }) => ({
    params: { id: String((await rows.add('payment_transaction', waiting))['id']) },
    body: { book: undefined },
  }),
  'DELETE /payments/{id}': async ({ rows }) => ({
    params: { id: String((await rows.add('payment_transaction', waiting))['id']) },
  }),
  'PUT /payments/links/{id}/revert': bookedLink,
  'PUT /unplaced-payments/{id}/link': unplaced,
}
