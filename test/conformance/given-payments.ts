import type { IdKind } from '../../src/entities/ids.ts'
import { provisionChart } from '../../src/activities/bookkeeping/provision-chart.ts'
import { createPayment, type NewPayment } from '../../src/activities/payments/create-payment.ts'
import { proposeLinks } from '../../src/activities/payments/propose-links.ts'
import { askBack } from '../../src/activities/payments/returns/ask-back.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { PaymentLink } from '../../src/entities/payment-link.ts'
import type { PaymentTransaction } from '../../src/entities/payment-transaction.ts'
import { UnplacedPayment } from '../../src/entities/unplaced-payment.ts'
import { bookedClient } from '../support/booked-client.ts'
import type { Values } from '../support/rows.ts'
import { noTasks } from './given-life.ts'
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
  specificationDocumentId: null,
  kind: 'PAYMENT',
  split: null,
  entryKey: null,
  entryGroup: null,
}

export const usualOfPayments: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentTransaction: (n) => ({ ...waiting, reference: `10000${n}`, bookDate: '2026-11-20' }),
  PaymentLink: () => ({
    claimType: 'INVOICE',
    amount: 1000n,
    currency: 'SEK',
    status: 'BOOKED',
    claimCurrency: null,
    claimAmount: null,
    worth: null,
    rate: null,
  }),
  PaymentReturn: () => ({
    amount: 1000n,
    currency: 'SEK',
    status: 'CREATED',
    isOverride: false,
    toAccount: '5050-1055',
  }),
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
export async function owed({ rows, tenant }: Stage): Promise<string> {
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
  const [of] = await stage.at.owner('select client_id from invoice where id = $1', [claim])
  const transactionId = await entered(stage, { clientId: String(of?.['client_id']) })
  const row = await stage.tenant.work((unit) => unit.load(UnplacedPayment, { transactionId }))
  return { params: { id: row.id }, body: { claims: [{ id: claim, amount: '10.00' }] } }
}

/** A payment, and the list that puts it on a claim by its number. */
async function specified(stage: Stage): Promise<GivenCall> {
  const claim = await owed(stage)
  const [of] = await stage.at.owner('select client_id, invoice_number from invoice where id = $1', [
    claim,
  ])
  const id = await entered(stage, { clientId: String(of?.['client_id']) })
  await asRead(stage, 'payment_transaction', id)
  const list = `invoiceNumber;amount\n${String(of?.['invoice_number'])};10.00\n`
  const content = Buffer.from(list).toString('base64')
  return { params: { id }, body: { filename: 'paid.csv', mimeType: 'text/csv', content } }
}

async function unplacedId(stage: Stage): Promise<string> {
  const { params } = await unplaced(stage)
  return String(params?.['id'])
}

async function askedBack(stage: Stage): Promise<GivenCall> {
  const id = await unplacedId(stage)
  await stage.at.owner(
    `update payment_transaction set payer_account = '5050-1055' where tenant_id = $1
       and id = (select transaction_id from unplaced_payment where id = $2)`,
    [stage.tenant.id, id],
  )
  return { params: { id }, body: { amount: '10.00', toAccount: undefined, override: undefined } }
}

async function proposed(stage: Stage): Promise<GivenCall> {
  const { params, body } = await unplaced(stage)
  const id = String(params?.['id'])
  const made = await stage.tenant.work(async (unit) => {
    await proposeLinks(unit, id, body as never)
    const { transactionId } = await unit.load(UnplacedPayment, id)
    return unit.load(PaymentLink, { transactionId })
  })
  await asRead(stage, 'unplaced_payment', id)
  return { params: { id, linkId: made.id } }
}

async function returned(stage: Stage, status = 'CREATED'): Promise<string> {
  const { params } = await askedBack(stage)
  const made = await stage.tenant.work((unit) => askBack(unit, String(params?.['id']), {}))
  await stage.at.owner('update payment_return set status = $3 where tenant_id = $1 and id = $2', [
    stage.tenant.id,
    made.id,
    status,
  ])
  return made.id
}

/** A credit note of 10.00 of a client that has as much on its account. */
async function toItsCredit(stage: Stage): Promise<string> {
  const id = await owed(stage)
  await stage.at.owner(
    `update invoice set type = 'CREDIT_INVOICE', balance = -1000 where tenant_id = $1 and id = $2`,
    [stage.tenant.id, id],
  )
  await stage.at.owner(
    `update client_account set balance = 100000000000 where tenant_id = $1 and type = 'MAIN'
       and client_id = (select client_id from invoice where id = $2)`,
    [stage.tenant.id, id],
  )
  // Money of who is bankrupt goes to the estate alone.
  await stage.at.owner(
    `update debtor set system_debtor_id = null, bankrupt_since = null
     where tenant_id = $1 and id = (select debtor_id from invoice where id = $2)`,
    [stage.tenant.id, id],
  )
  return id
}

/** What a client has asked for, and two people agree to: to pay back what is to a debtor's credit. */
export async function refundToAccept(stage: Stage): Promise<GivenCall> {
  const invoiceId = await toItsCredit(stage)
  const [of] = await stage.at.owner('select client_id, debtor_id from invoice where id = $1', [
    invoiceId,
  ])
  const [clientId, debtorId] = [String(of?.['client_id']), String(of?.['debtor_id'])]
  const account = { kind: 'BANKGIRO', number: '50501055', bic: null }
  const verified = { status: 'VERIFIED', verifiedAt: '2026-01-01T00:00:00Z' }
  await stage.rows.add('debtor_payout_account', { clientId, debtorId, ...account, ...verified })
  const asked = { type: 'REFUND', status: 'OPEN', data: {} }
  const row = await stage.rows.add('client_invoice_request', { clientId, invoiceId, ...asked })
  const nothing = { text: undefined, data: undefined, reasonCode: undefined }
  return { params: { id: String(row['id']) }, body: { ...nothing, status: 'ACCEPTED' } }
}

async function credited(stage: Stage): Promise<GivenCall> {
  const account = { kind: 'BANKGIRO', number: '5050-1055', bic: undefined }
  return { params: { id: await toItsCredit(stage) }, body: { amount: '10.00', account } }
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
  'POST /payments/{id}/payment-specification-file': specified,
  'DELETE /payments/{id}': async ({ rows }) => ({
    params: { id: String((await rows.add('payment_transaction', waiting))['id']) },
  }),
  'PUT /payments/links/{id}/revert': bookedLink,
  'PUT /invoices/{id}/actions/payment': async (stage) => ({
    params: { id: await owed(stage) },
    body: { amount: '10.00', bookDate: undefined, valueDate: undefined },
  }),
  'PUT /invoices/{id}/actions/direct-payment': async (stage) => ({
    params: { id: await owed(stage) },
    body: { amount: '10.00', bookDate: undefined },
  }),
  'PUT /unplaced-payments/{id}': async () => ({ body: { clientId: undefined } }),
  'PUT /unplaced-payments/{id}/link': unplaced,
  'PUT /unplaced-payments/{id}/return': askedBack,
  'GET /unplaced-payments/client/{id}': async (stage) => ({
    params: { id: await unplacedId(stage) },
  }),
  'PUT /unplaced-payments/client/{id}/link': unplaced,
  'PUT /unplaced-payments/client/{id}/return': askedBack,
  'PUT /unplaced-payments/client/{id}/ignore': async (stage) => ({
    params: { id: await unplacedId(stage) },
  }),
  'PUT /unplaced-payments/client/{id}/link/book': proposed,
  'PUT /unplaced-payments/client/{id}/link/deny': proposed,
  'PUT /unplaced-payments/client/{id}/link/{linkId}/book': proposed,
  'PUT /unplaced-payments/client/{id}/link/{linkId}/deny': proposed,
  'PUT /payment-transactions-returns/{id}': async (stage) => ({
    params: { id: await returned(stage) },
    body: { toAccount: undefined, override: undefined, status: undefined },
  }),
  'PUT /payment-transactions-returns/{id}/authorize': async (stage) => ({
    params: { id: await returned(stage) },
  }),
  'PUT /payment-transactions-returns/{id}/return': async (stage) => ({
    params: { id: await returned(stage, 'AUTHORIZED') },
  }),
  'DELETE /payment-transactions-returns/{id}': async (stage) => ({
    params: { id: await returned(stage) },
  }),
  'PUT /invoices/{id}/actions/refund': credited,
  'PUT /invoices/{id}/actions/refund-credit-invoice': credited,
  'PUT /invoices/actions/bulk-refund-credit-invoice': async (stage) => {
    await noTasks(stage)
    return { body: { ids: [await toItsCredit(stage)] } }
  },
}

export const othersMadeOfPayments: Readonly<Record<string, string>> = {
  'PUT /unplaced-payments/{id}/return': 'shows the return that it asks for',
  'PUT /unplaced-payments/client/{id}/return': 'the same',
  'PUT /invoices/{id}/actions/refund': 'shows the payout that it makes',
  'PUT /invoices/{id}/actions/refund-credit-invoice': 'the same',
}

/** Unplaced money, for an account of settlement. */
export async function onSettlement(stage: Stage): Promise<GivenCall> {
  const { params } = await unplaced(stage)
  const account = await stage.rows.add('settlement_account', { clientId: null, currency: 'SEK' })
  return {
    params: { id: String(params?.['id']) },
    body: { claims: [{ id: String(account['id']) }] },
  }
}

/** What a client has proposed for an account of its own. */
export async function proposedForAccount(stage: Stage): Promise<GivenCall> {
  const { id: clientId, mainId } = await bookedClient(stage.tenant)
  const transactionId = await entered(stage, { clientId })
  const made = await stage.tenant.work(async (unit) => {
    const row = await unit.load(UnplacedPayment, { transactionId })
    await proposeLinks(unit, row.id, { claims: [{ id: mainId }] })
    return { id: row.id, link: await unit.load(PaymentLink, { transactionId }) }
  })
  await asRead(stage, 'unplaced_payment', made.id)
  return { params: { id: made.id, linkId: made.link.id } }
}
