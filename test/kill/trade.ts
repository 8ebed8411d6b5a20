import { dayIn, plusDays } from '../../src/domain/dates.ts'
import { expect } from 'vitest'
import { swedishNumber } from '../support/swedish-number.ts'
import { invoiceBody } from '../support/trade.ts'
import { eventually, type Installation } from './installation.ts'

let made = 0
const day = (inDays: number) => {
  return plusDays(dayIn('Europe/Stockholm', new Date()), inDays)
}

/** A client taken on through the interface, with an account that its debtors pay to. */
export async function clientAt(at: Installation): Promise<string> {
  const body = clientBody()
  const taken = await at.insist('POST', '/clients', body)
  expect(taken).toMatchObject({ status: 201 })
  const client = String(taken.body['id'])
  await eventually(`${body.name} to do business`, async () => {
    return (await at.call('GET', `/clients/${client}`)).body['status'] === 'ACTIVE'
  })
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' }
  const settings = `/clients/${client}/settings/invoice`
  expect((await at.insist('PUT', settings, { paymentAccount })).status).toBe(200)
  return client
}

export function clientBody() {
  const n = ++made
  return { identificationNumber: swedishNumber(556_610_000 + n), name: `Kill ${n} AB` }
}

/** Of the client that was made of this, if one was. */
export async function clientIdOf(
  at: Installation,
  { identificationNumber }: { identificationNumber: string },
): Promise<string | undefined> {
  const sql = 'select id from client where identification_number = $1'
  return (await at.rows<{ id: string }>(sql, [identificationNumber]))[0]?.id
}

/** A company by its number: one without is for a person to decide on. */
export function debtorBody(n: number) {
  const identificationNumber = swedishNumber(559_910_000 + n)
  const email = `debtor${n}@example.com`
  return {
    customerNumber: String(n),
    name: `Debtor ${n}`,
    type: 'COMPANY',
    identificationNumber,
    email,
  }
}

/** Invoices of today, each of another amount, to a few debtors of the client. */
export function sentInvoice(clientId: string, more: Record<string, unknown> = {}) {
  const n = ++made
  const price = String(100 + n)
  return invoiceBody({
    clientId,
    debtor: debtorBody(n % 10),
    dates: { invoiceDate: day(0), expireDate: day(30) },
    articleRows: [{ description: 'Planks', quantity: '3', price, vatPercentage: 25 }],
    ...more,
  })
}

export async function invoiceAt(
  at: Installation,
  clientId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const answer = await at.insist('POST', '/invoices', sentInvoice(clientId, more))
  if (answer.status !== 201) throw new Error(`no invoice: ${JSON.stringify(answer.body)}`)
  return String(answer.body['id'])
}

export function activate(at: Installation, invoiceId: string) {
  const body = { productCode: 'INVOICE_SERVICE' }
  return at.insist('PUT', `/invoices/${invoiceId}/activate`, body)
}

/** Waits until these are all activated, and says now and then how far it is. */
export async function untilActivated(
  at: Installation,
  ids: readonly string[],
  withinMs: number,
): Promise<void> {
  await eventually(
    `${ids.length} activations`,
    async () => {
      const done = `select 1 from invoice_activation where invoice_id = any($1) and status = 'DONE'`
      return (await at.rows(done, [ids])).length === ids.length
    },
    withinMs,
  ).catch(async (error: unknown) => {
    const where = `select status, step, error, count(*)::int from invoice_activation
      where invoice_id = any($1) group by 1, 2, 3`
    throw new Error(`${String(error)}: ${JSON.stringify(await at.rows(where, [ids]))}`)
  })
}

export async function untilOutboxEmpty(at: Installation, withinMs = 90_000): Promise<void> {
  const left = `select 1 from outbox where done_at is null
    union all select 1 from invoice_activation where starts_at is not null`
  const isEmpty = async () => (await at.rows(left)).length === 0
  await eventually('the outbox to be empty', isEmpty, withinMs)
}

interface ActivatedOnce extends Record<string, unknown> {
  status: string
  booked: boolean
  activations: number
  bookings: number
  vouchers: number
  documents: number
  activated: number
  balanceChanged: number
}

/** What an invoice looks like that was activated, and only once. */
const activatedOnce: ActivatedOnce = {
  status: 'ACTIVATED',
  booked: true,
  activations: 1,
  bookings: 1,
  vouchers: 1,
  documents: 1,
  activated: 1,
  balanceChanged: 1,
}

const counted = `
select i.main_status as status, i.booked_date is not null as booked,
  (select count(*)::int from invoice_activation a
    where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as activations,
  (select count(*)::int from financial_event e where e.tenant_id = i.tenant_id
    and e.claim_id = i.id and e.type = 'INVOICE_BOOKED') as bookings,
  (select count(*)::int from voucher v where v.tenant_id = i.tenant_id
    and v.source_id = id_text(i.id) and v.rule = 'P1') as vouchers,
  (select count(*)::int from document d
    where d.tenant_id = i.tenant_id and d.invoice_id = i.id and d.type = 'INVOICE') as documents,
  (select count(*)::int from event e where e.tenant_id = i.tenant_id
    and e.subject_id = id_text(i.id)
    and e.type = 'INVOICE' and e.name = 'activated') as activated,
  (select count(*)::int from event e where e.tenant_id = i.tenant_id
    and e.subject_id = id_text(i.id)
    and e.type = 'INVOICE_BALANCE') as "balanceChanged"
from invoice i where i.id = any($1)`

/** Each of these was booked, documented and told of, and once. */
export async function expectActivatedOnce(at: Installation, ids: readonly string[]): Promise<void> {
  const found = await at.rows<ActivatedOnce>(counted, [ids])
  expect(found).toHaveLength(ids.length)
  for (const each of found) expect(each).toEqual(activatedOnce)
  expect(await brokenFiles(at, ids)).toEqual([])
}

/** Documents whose file is not there, or not whole. */
async function brokenFiles(at: Installation, ids: readonly string[]): Promise<string[]> {
  const broken = await at.rows<{ id: string }>(
    `select d.id from document d
     left join document_file f on f.key = d.storage_key and f.brought_at is null
     where d.invoice_id = any($1) and d.type = 'INVOICE'
       and encode(sha256(f.bytes), 'hex') is distinct from d.sha256`,
    [ids],
  )
  return broken.map(({ id }) => id)
}

/** Limits of which more or less is used than is financed. */
export const utilisation = (at: Installation) =>
  at.rows(
    `select c.utilised::text, c.reserved::text, sum(i.balance)::text as financed
     from credit_status c join invoice i on i.tenant_id = c.tenant_id
       and i.client_id = c.client_id and i.financing_status = 'FINANCED'
     where c.product_code = 'INVOICE_FACTORING_SELL' and c.currency = i.base_currency
     group by c.id, c.utilised, c.reserved
     having c.utilised <> sum(i.balance) or c.reserved <> 0`,
  )
