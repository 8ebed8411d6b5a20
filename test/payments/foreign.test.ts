import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { financedClient, newDebtor, postingsOf } from '../factoring/ground.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { camt, iban } from './files.ts'
import { bankOf } from './imported.ts'

let at: World
let tenant: TestTenant
let clientId: string

/** A claim is booked at 11.00; when it is paid, the euro is 11.20, or 10.75. */
const booked = '2026-11-02'
const days = { gain: '2026-11-16', loss: '2026-11-17' } as const

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const rates = { [booked]: '11.00', [days.gain]: '11.20', [days.loss]: '10.75' }
  for (const [day, rate] of Object.entries(rates)) {
    await at.owner(
      `insert into exchange_rate (tenant_id, base, currency, date, rate, source, loaded_at)
       values ($1, 'EUR', 'SEK', $2, $3, 'TEST', now())`,
      [tenant.id, day, rate],
    )
  }
  await tenant.api.post('/payment-accounts', { kind: 'IBAN', number: iban, currency: 'EUR' })
})
beforeEach(async () => {
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const euros = (price: string, more: object = {}) =>
  activatedInvoice(tenant, clientId, {
    debtor: newDebtor(),
    currency: { invoiceCurrency: 'EUR', baseCurrency: 'SEK' },
    dates: { invoiceDate: booked, expireDate: '2026-12-02' },
    articleRows: [{ description: 'Planks', quantity: '1', price, vatPercentage: 0 }],
    ...more,
  })
const pay = (amount: string, more: object = {}) =>
  tenant.api.post('/payments', { amount, currency: 'EUR', bookDate: days.gain, ...more })
const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const referenceOf = async (id: string) =>
  String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)
const linksOf = async (id: string) => (await tenant.api.get(`/payments/${id}/links`)).body.data
const drifts = () => driftsOf(at, tenant.id)
const closed = {
  statuses: { main: 'CLOSED', ledger: 'PAID' },
  totals: { balance: '0.00', paid: '1100.00' },
}

describe('a claim in kronor, of an invoice in euros', () => {
  test('is settled by its euros, and its client gets what they are worth', async () => {
    const claim = await euros('100')
    expect((await read(claim)).totals.balance).toBe('1100.00')
    const before = await balancesOf(at, tenant.id)
    const { body, status } = await pay('100.00', { reference: await referenceOf(claim) })
    expect([status, body.linked, body.unplaced]).toEqual([201, '100.00', '0.00'])
    expect(await read(claim)).toMatchObject(closed)
    const [link] = await linksOf(body.id)
    expect(link).toMatchObject({
      amount: '100.00',
      currency: 'EUR',
      claimAmount: '1100.00',
      claimCurrency: 'SEK',
      worth: '1120.00',
    })
    const key = `payment-link/${link.id}`
    expect(await postingsOf(at, tenant, `payment/${body.id}`)).toEqual([
      'T BANK 10000',
      'T UNALLOCATED -10000',
    ])
    expect(await postingsOf(at, tenant, `${key}/exchange`)).toEqual([
      'T CURRENCY_EXCHANGE -10000',
      'T UNALLOCATED 10000',
    ])
    expect(await postingsOf(at, tenant, `${key}/CAPITAL`)).toEqual([
      'C AR -110000',
      'C CLEARING 110000',
      'T CLIENT_PAYABLE -110000',
      'T CURRENCY_EXCHANGE 110000',
    ])
    expect(await postingsOf(at, tenant, `${key}/fx/PAID_SERVICED`)).toEqual([
      'C CLEARING 2000',
      'C FX_GAIN -2000',
      'T CLIENT_PAYABLE -2000',
      'T CURRENCY_EXCHANGE 2000',
    ])
    expect(await drifts()).toEqual([])
    const reverted = await tenant.api.put(`/payments/links/${link.id}/revert`, {})
    expect(reverted.status).toBe(200)
    const after = await balancesOf(at, tenant.id)
    for (const [of, balance] of Object.entries(before)) {
      if (!of.startsWith('account')) expect([of, after[of]]).toEqual([of, balance])
    }
    const roles = await at.owner(
      `select role, sum(amount)::text as amount from voucher_posting where tenant_id = $1
         and role in ('CURRENCY_EXCHANGE', 'FX_GAIN', 'FX_LOSS')
       group by 1 having sum(amount) <> 0`,
      [tenant.id],
    )
    expect(roles).toEqual([])
    expect(await drifts()).toEqual([])
  })

  test('leaves a loss with its client where the euro has fallen, part by part', async () => {
    const claim = await euros('100')
    const first = await pay('40.00', { claims: [{ id: claim }], bookDate: days.loss })
    const [link] = await linksOf(first.body.id)
    expect(link).toMatchObject({ claimAmount: '440.00', worth: '430.00' })
    expect(await postingsOf(at, tenant, `payment-link/${link.id}/fx/PAID_SERVICED`)).toEqual([
      'C CLEARING -1000',
      'C FX_LOSS 1000',
      'T CLIENT_PAYABLE 1000',
      'T CURRENCY_EXCHANGE -1000',
    ])
    expect((await read(claim)).totals).toMatchObject({ balance: '660.00', paid: '440.00' })
    const beyond = await pay('60.01', { claims: [{ id: claim, amount: '60.01' }] })
    expect([beyond.status, beyond.body.code]).toEqual([409, 'CLAIM_EXCEEDED'])
    const rest = await pay('61.00', { reference: await referenceOf(claim) })
    expect(rest.body).toMatchObject({ linked: '60.00', unplaced: '1.00' })
    expect(await read(claim)).toMatchObject(closed)
    expect(await drifts()).toEqual([])
  })
})

describe('the same claim', () => {
  test('is paid in kronor as before, and in no third currency', async () => {
    const claim = await euros('100')
    const crowns = await pay('550.00', { currency: 'SEK', claims: [{ id: claim }] })
    expect(crowns.body).toMatchObject({ linked: '550.00' })
    const norwegian = await pay('50.00', { currency: 'NOK', claims: [{ id: claim }] })
    expect([norwegian.status, norwegian.body.code]).toEqual([409, 'CLAIM_NOT_PAYABLE'])
    const rest = await pay('50.00', { claims: [{ id: claim }] })
    expect(rest.body).toMatchObject({ linked: '50.00', unplaced: '0.00' })
    expect(await read(claim)).toMatchObject(closed)
    expect(await drifts()).toEqual([])
  })

  test('that is bought leaves the difference with who bought it', async () => {
    clientId = await financedClient(tenant)
    const claim = await euros('100')
    const { body: decision } = await tenant.api.put(`/factoring-decisions/${claim}/factoring`, {})
    const move = `/factoring-decisions/${decision.id}/move`
    await tenant.api.put(move, { status: 'READY_FOR_DECISION' })
    await tenant.api.put(move, { status: 'DECIDED', financeDecision: 'APPROVED' })
    const before = await trialOf(at, tenant.id)
    const { body } = await pay('100.00', { claims: [{ id: claim }] })
    const [link] = await linksOf(body.id)
    const key = `payment-link/${link.id}`
    expect(await postingsOf(at, tenant, `${key}/CAPITAL`)).toEqual([
      'T AR_PURCHASED -110000',
      'T CURRENCY_EXCHANGE 110000',
    ])
    expect(await postingsOf(at, tenant, `${key}/fx/PAID_TENANT`)).toEqual([
      'T CURRENCY_EXCHANGE 2000',
      'T FX_GAIN -2000',
    ])
    expect(await read(claim)).toMatchObject({ statuses: { ledger: 'PAID' } })
    expect(await drifts()).toEqual([])
    await tenant.api.put(`/payments/links/${link.id}/revert`, {})
    const after = await trialOf(at, tenant.id)
    const moved = Object.keys(after).filter((account) => after[account] !== before[account])
    expect(moved.every((account) => account.endsWith('EUR'))).toBe(true)
    expect(await drifts()).toEqual([])
  })
})

describe('euros that a bank’s file brings', () => {
  test('find their claim by its reference, as was simulated', async () => {
    const claim = await euros('100')
    const { imported, batchesOf, paymentsOf, settled } = bankOf(at, tenant)
    const entry = { amount: '100.00', reference: await referenceOf(claim), ref: `R-${claim}` }
    const file = camt({ currency: 'EUR', date: days.gain, entries: [[entry]], id: `S-${claim}` })
    await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
    const { id, findingCount } = await imported(file)
    expect(findingCount).toBe(0)
    const [batch] = await batchesOf(id)
    const simulated = await tenant.api.post('/payment-matching-engine/simulate', {
      paymentBatchId: batch!.id,
    })
    expect(simulated.body.data).toMatchObject([
      { outcome: 'LINKED', links: [{ claimId: claim, amount: '100.00', currency: 'EUR' }] },
    ])
    await tenant.api.put(`/payment-batches/${batch!.id}/bookkeep`)
    await settled()
    const [after] = await paymentsOf(batch!.id)
    expect(after).toMatchObject({ status: 'BOOKED', linked: '100.00' })
    const [link] = await linksOf(after.id)
    expect(link).toMatchObject({ claimAmount: '1100.00', worth: '1120.00', claimCurrency: 'SEK' })
    expect(await read(claim)).toMatchObject(closed)
    expect(await drifts()).toEqual([])
  })

  test('that are linked later count by the day on which they came', async () => {
    const claim = await euros('100')
    const { body } = await pay('100.00', { message: 'for planks' })
    const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
    const rest = data.find((one: { transactionId: string }) => one.transactionId === body.id)
    const placed = await tenant.api.put(`/unplaced-payments/${rest.id}/link`, {
      claims: [{ id: claim }],
    })
    expect(placed.body).toMatchObject({ status: 'LINKED' })
    const [link] = await linksOf(body.id)
    expect(link).toMatchObject({ claimAmount: '1100.00', worth: '1120.00' })
    expect(await drifts()).toEqual([])
  })
})

describe('money that came before its claim', () => {
  test('waits as unplaced until the day of the claim, and is on it from then on', async () => {
    const claim = await activatedInvoice(tenant, clientId, {
      debtor: newDebtor(),
      dates: { invoiceDate: booked, expireDate: '2026-12-02' },
    })
    const [{ day } = {}] = await at.owner(
      `select book_date::text as day from financial_event
       where tenant_id = $1 and claim_id = $2 and type = 'INVOICE_BOOKED'`,
      [tenant.id, claim],
    )
    expect(day).toBeDefined()
    const { body } = await tenant.api.post('/payments', {
      amount: '1250.00',
      currency: 'SEK',
      bookDate: '2026-10-20',
      claims: [{ id: claim }],
    })
    expect(body).toMatchObject({ linked: '1250.00', bookDate: '2026-10-20' })
    const dates = await at.owner(
      `select e.facts ->> 'variant' as variant, e.book_date::text as day from financial_event e
       where e.tenant_id = $1 and e.type = 'PAYMENT' and (e.source_id = $2 or
         e.source_id in (select id from payment_link where transaction_id = $2)) order by 1`,
      [tenant.id, body.id],
    )
    expect(dates).toEqual([
      { variant: 'RECEIVED', day: '2026-10-20' },
      { variant: 'SERVICED', day },
    ])
    expect(await drifts()).toEqual([])
  })
})

describe('a payment of which only the amount and the account are entered', () => {
  test('is looked for as what a bank sends: by its text and payer, else unplaced', async () => {
    const { id: accountId } = (
      await tenant.api.post('/payment-accounts', {
        kind: 'BANKGIRO',
        number: '5050-1055',
        currency: 'SEK',
      })
    ).body
    const debtor = newDebtor()
    const dates = { invoiceDate: booked, expireDate: '2026-12-02' }
    const claim = await activatedInvoice(tenant, clientId, { debtor, dates })
    const number = String((await read(claim)).invoiceNumber)
    const enter = (more: object) =>
      tenant.api.post('/payments', {
        amount: '1250.00',
        currency: 'SEK',
        paymentAccountId: accountId,
        ...more,
      })
    const unknown = await enter({ reference: '000111222' })
    expect(unknown.body).toMatchObject({ status: 'BOOKED', linked: '0.00', unplaced: '1250.00' })
    const waiting = await enter({ message: number, payerName: debtor['name'], book: false })
    expect(waiting.body).toMatchObject({ status: 'UNPLACED', linked: '0.00' })
    const found = await enter({ message: number, payerName: debtor['name'] })
    expect(found.body).toMatchObject({ status: 'BOOKED', linked: '1250.00', unplaced: '0.00' })
    const [link] = await linksOf(found.body.id)
    expect(link).toMatchObject({ claimId: claim, reasons: ['NUMBER', 'PAYER', 'AMOUNT'] })
    const other = await activatedInvoice(tenant, clientId, { debtor: newDebtor(), dates })
    const many = await tenant.api.post('/payments/multiple', {
      payments: [
        { amount: '10.00', currency: 'SEK', claims: [{ id: other }] },
        { amount: '1240.00', currency: 'SEK', reference: await referenceOf(other) },
        { amount: '9.00', currency: 'SEK', message: 'who knows' },
      ],
    })
    expect(many.body.data.map((one: { linked: string }) => one.linked)).toEqual([
      '10.00',
      '1240.00',
      '0.00',
    ])
    expect(await drifts()).toEqual([])
  })
})

describe('an invoice in euros', () => {
  test('is paid at a bank in euros by the operation of the invoice, and in no third currency', async () => {
    const claim = await euros('100')
    const put = (more: object) =>
      tenant.api.put(`/invoices/${claim}/actions/payment`, { bookDate: days.gain, ...more })
    const dollars = await put({ amount: '10.00', currency: 'USD' })
    expect([dollars.status, dollars.body.code]).toEqual([409, 'CLAIM_NOT_PAYABLE'])
    expect((await put({ amount: '40.00', currency: 'EUR' })).body.totals.balance).toBe('660.00')
    expect((await put({ amount: '160.00' })).body.totals.balance).toBe('500.00')
    expect(await drifts()).toEqual([])
  })

  test('is paid in euros to the client itself, to the cent of what is open of its document', async () => {
    const claim = await euros('100')
    const put = (more: object) =>
      tenant.api.put(`/invoices/${claim}/actions/direct-payment`, { bookDate: days.gain, ...more })
    const third = await put({ currency: 'USD' })
    expect([third.status, third.body.code]).toEqual([409, 'CLAIM_NOT_PAYABLE'])
    const part = await put({ amount: '33.33', currency: 'EUR' })
    expect(part.body.totals.balance).toBe('733.37')
    const beyond = await put({ amount: '66.68', currency: 'EUR' })
    expect([beyond.status, beyond.body.errors?.[0]?.message]).toEqual([409, '66.67 is owed on it'])
    expect(await put({ amount: '66.67', currency: 'EUR' })).toMatchObject({ body: closed })
    expect(await postingsOf(at, tenant, `direct-payment/${claim}/1`)).toEqual([
      'C AR -36663',
      'C BANK 36663',
    ])
    expect(await drifts()).toEqual([])
  })
})
