import type { IdKind } from '../../src/entities/ids.ts'
import { provisionChart } from '../../src/activities/bookkeeping/provision-chart.ts'
import { createPayment, type NewPayment } from '../../src/activities/payments/create-payment.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { PaymentLink } from '../../src/entities/payment-link.ts'
import type { PaymentTransaction } from '../../src/entities/payment-transaction.ts'
import { UnplacedPayment } from '../../src/entities/unplaced-payment.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

/** Money of which nothing is placed, in no book. */
const waiting = {
  amount: 1000n,
  linked: 0n,
  unplaced: 1000n,
  returned: 0n,
  writtenOff: 0n,
  currency: 'SEK',
  status: 'NEW',
  source: 'MANUAL',
  bookedAt: null,
  batchId: null,
  reversesId: null,
  kind: 'PAYMENT',
  split: null,
  entryKey: null,
  entryGroup: null,
}

export const usualOfPayments: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentTransaction: (n) => ({ ...waiting, reference: `10000${n}`, bookDate: '2026-11-20' }),
  PaymentLink: () => ({ claimType: 'INVOICE', amount: 1000n, currency: 'SEK', status: 'BOOKED' }),
  UnplacedPayment: () => ({ amountOpen: 1000n, currency: 'SEK', status: 'OPEN' }),
}

const sent = {
  amount: '10.00',
  currency: 'SEK',
  reference: undefined,
  claims: undefined,
  bookDate: undefined,
  valueDate: undefined,
}

/** A claim of 10.00 that the stage can see, of a client with books and an account. */
async function owed({ rows, tenant }: Stage): Promise<string> {
  const claim = await rows.add('invoice', {
    type: 'INVOICE',
    mainStatus: 'ACTIVATED',
    bookedDate: '2026-01-01',
    baseCurrency: 'SEK',
    invoiceCurrency: 'SEK',
    financingStatus: 'NONE',
    balance: 1000n,
    feesAmount: 0n,
    interestAmount: 0n,
  })
  const clientId = String(claim['clientId'])
  await tenant.work(async (unit) => {
    const owner = { ownerType: 'CLIENT', ownerId: clientId, clientId } as const
    await provisionChart(unit, owner, ['SEK'])
    const main = { clientId, type: 'MAIN', currency: 'SEK' } as const
    const present = await unit.find(ClientAccount, main)
    if (present === null) unit.add(ClientAccount, { ...main, balance: 0n })
  })
  return String(claim['id'])
}

async function entered({ tenant }: Stage, more: object): Promise<string> {
  const day = { bookDate: '2026-11-02' }
  const payment = { amount: '10.00', currency: 'SEK', book: true, ...day, ...more } as NewPayment
  const made = await tenant.work((unit) => createPayment(unit, payment))
  return (made as PaymentTransaction).id
}

/** As a caller has read it who expects the first version. */
const asRead = ({ at, tenant }: Stage, table: string, id: string) =>
  at.owner(`update ${table} set version = 1 where tenant_id = $1 and id = $2`, [tenant.id, id])

async function bookedLink(stage: Stage): Promise<GivenCall> {
  const claims = [{ id: await owed(stage) }]
  const transactionId = await entered(stage, { claims })
  const link = await stage.tenant.work((unit) => unit.load(PaymentLink, { transactionId }))
  await asRead(stage, 'payment_link', link.id)
  return { params: { id: link.id }, body: { reasonCode: undefined, bookDate: undefined } }
}

async function unplaced(stage: Stage): Promise<GivenCall> {
  const claim = await owed(stage)
  const transactionId = await entered(stage, { clientId: await stage.client() })
  const row = await stage.tenant.work((unit) => unit.load(UnplacedPayment, { transactionId }))
  return { params: { id: row.id }, body: { claims: [{ id: claim, amount: '10.00' }] } }
}

export const paymentCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /payments': async (stage) => ({ body: { ...sent, clientId: await stage.client() } }),
  'POST /payments/multiple': async (stage) => {
    const one = { ...sent, clientId: await stage.client() }
    return { body: { payments: [one, one] } }
  },
  'PUT /payments/{id}': async ({ rows }) => ({
    params: { id: String((await rows.add('payment_transaction', waiting))['id']) },
    body: { book: undefined },
  }),
  'DELETE /payments/{id}': async ({ rows }) => ({
    params: { id: String((await rows.add('payment_transaction', waiting))['id']) },
  }),
  'PUT /payments/links/{id}/revert': bookedLink,
  'PUT /unplaced-payments/{id}': async () => ({ body: { clientId: undefined } }),
  'PUT /unplaced-payments/{id}/link': unplaced,
}
