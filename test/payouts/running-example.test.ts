import { expect, test } from 'vitest'
import { activated, asked, dayFromNow, financedClient } from '../factoring/ground.ts'
import { bankOf } from '../payments/imported.ts'
import { camt } from '../payments/files.ts'
import { billsOf, done, pricesOf } from '../reminders/ground.ts'
import { freshPostings } from '../support/fresh-postings.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant } from '../support/world.ts'
import { bankIn, batchesOf } from './batches-ground.ts'
import { pain002 } from './pain002.ts'

// The running examples of the trade from the bank's file to the bank's answer, with what each step
// leaves in the tenant's book (T) and in the client's (C).
const at = await world()

async function begun(clientId: string, tenant: TestTenant) {
  await bankIn(tenant)
  const { data } = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body
  const idOf = (type: string): string => data.find((one: { type: string }) => one.type === type)?.id
  await tenant.api.put(`/client-accounts/${idOf('MAIN')}`, { payoutSchedule: 'DAILY' })
  const booked = freshPostings(at, tenant)
  const balance = async (type: string) =>
    (await tenant.api.get(`/client-accounts/${idOf(type)}`)).body.balance
  return { booked, balance, ground: batchesOf(at, tenant), bank: bankOf(at, tenant) }
}

type Begun = Awaited<ReturnType<typeof begun>>

/** The debtor pays all of it, as the bank tells. */
async function paidBy(tenant: TestTenant, { bank }: Begun, invoiceId: string) {
  const { reference } = (await tenant.api.get(`/invoices/${invoiceId}/payment-account`)).body
  const entry = { amount: '12500.00', reference: String(reference), name: 'Debtor', ref: 'B1' }
  const stated = { iban: 'SE3550000000054910000003', date: dayFromNow(at, 0), entries: [[entry]] }
  const file = await bank.imported(camt(stated))
  expect(file).toMatchObject({ status: 'IMPORTED', entryCount: 1 })
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  expect(body).toMatchObject({ statuses: { main: 'CLOSED' }, totals: { balance: '0.00' } })
}

/** What left the account, as the bank's statement tells. */
async function leftBy({ bank }: Begun, endToEndId: string, amount: string, currencies = ['SEK']) {
  const entries = currencies.map((currency) => {
    return { amount, currency, endToEndId, ref: `O${amount}`, isOut: true }
  })
  const id = `O${amount}${currencies.join('')}`
  const stated = { iban: 'SE3550000000054910000003', date: dayFromNow(at, -1), id }
  return bank.imported(camt({ ...stated, entries: [entries] }))
}

/** Gathered, authorized, in a file of the bank, and off the account. */
async function sent({ ground }: Begun, total: string) {
  await ground.generate()
  const [batch] = await ground.all({ status: 'CREATED' })
  expect(batch).toMatchObject({ count: 1, total })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  const [payout] = await ground.payouts(batch.id)
  const { text } = await ground.file(batch.id)
  expect(text).toContain(`<EndToEndId>${payout!.id}</EndToEndId>`)
  expect(text).toContain(`<InstdAmt Ccy="SEK">${total}</InstdAmt>`)
  await ground.booked(batch.id)
  return { id: payout!.id, batchId: batch.id as string }
}

/** Some days later the receiving bank sends it back, and the statement says so. */
async function sentBack(tenant: TestTenant, all: Begun, payoutId: string): Promise<void> {
  const back = { amount: '12500.00', endToEndId: payoutId, isReturn: true, ref: 'R1' }
  const iban = 'SE3550000000054910000003'
  const came = camt({ iban, date: dayFromNow(at, 0), id: 'R1', entries: [[back]] })
  expect(await all.bank.imported(came)).toMatchObject({ status: 'IMPORTED', entryCount: 0 })
  expect(await all.booked()).toEqual([
    'P4r C BANK -12500.00',
    'P4r C CLEARING 12500.00',
    'P4r T BANK 12500.00',
    'P4r T CLIENT_PAYABLE -12500.00',
  ])
  expect((await tenant.api.get(`/payouts/${payoutId}`)).body).toMatchObject({
    status: 'REJECTED',
    rejectionCode: 'AC04',
  })
  expect(await all.balance('MAIN')).toBe('12500.00')
  // By another statement of the same, nothing more.
  await all.bank.imported(camt({ iban, date: dayFromNow(at, 0), id: 'R2', entries: [[back]] }))
  expect(await all.booked()).toEqual([])

  // What left and came back by one statement is booked as both.
  at.clock.now = new Date(at.clock.now.getTime() + 86_400_000)
  const again = await sent(all, '12500.00')
  await all.booked()
  const both = { amount: '12500.00', endToEndId: again.id }
  const entries = [[{ ...both, ref: 'L3', isOut: true }], [{ ...both, ref: 'R3', isReturn: true }]]
  await all.bank.imported(camt({ iban, date: dayFromNow(at, 0), id: 'R3', entries }))
  expect(await all.booked()).toEqual([
    'P4 C BANK 12500.00',
    'P4 C CLEARING -12500.00',
    'P4 T BANK -12500.00',
    'P4 T IN_TRANSIT 12500.00',
    'P4r C BANK -12500.00',
    'P4r C CLEARING 12500.00',
    'P4r T BANK 12500.00',
    'P4r T CLIENT_PAYABLE -12500.00',
  ])
  expect(await all.balance('MAIN')).toBe('12500.00')
  // Of another amount it is money that a person looks at.
  const odd = { ...both, amount: '12499.00', ref: 'R4', isReturn: true }
  const file = camt({ iban, date: dayFromNow(at, 0), id: 'R4', entries: [[odd]] })
  expect(await all.bank.imported(file)).toMatchObject({ entryCount: 1 })
  expect(await all.booked()).toEqual(['P2 T BANK 12499.00', 'P2 T UNALLOCATED -12499.00'])
}

test('an invoice that is administered: paid in, placed, paid out, rejected, and paid out again', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const all = await begun(clientId, tenant)
  const claim = await activated(at, tenant, clientId)
  expect(await all.booked()).toEqual([
    'P1 C AR 12500.00',
    'P1 C REVENUE_25 -10000.00',
    'P1 C VAT_OUT_25 -2500.00',
  ])
  await paidBy(tenant, all, claim)
  expect(await all.booked()).toEqual([
    'P2 T BANK 12500.00',
    'P2 T UNALLOCATED -12500.00',
    'P3 C AR -12500.00',
    'P3 C CLEARING 12500.00',
    'P3 T CLIENT_PAYABLE -12500.00',
    'P3 T UNALLOCATED 12500.00',
  ])
  const rejected = await sent(all, '12500.00')
  expect(await all.booked()).toEqual(['P4 T CLIENT_PAYABLE 12500.00', 'P4 T IN_TRANSIT -12500.00'])
  await all.bank.imported(pain002([{ id: rejected.id, status: 'RJCT', reason: 'AC04' }]))
  expect(await all.booked()).toEqual([
    'P4r T CLIENT_PAYABLE -12500.00',
    'P4r T IN_TRANSIT 12500.00',
  ])
  expect((await tenant.api.get(`/payout-batches/${rejected.batchId}`)).body.status).toBe('CLOSED')
  expect(await all.balance('MAIN')).toBe('12500.00')

  at.clock.now = new Date(at.clock.now.getTime() + 86_400_000)
  const payout = await sent(all, '12500.00')
  await all.booked()
  const other = await leftBy(all, payout.id, '12499.00')
  expect(other.findings).toMatchObject([{ code: 'SUM_DIFFERS' }])
  // In another currency it has not arrived either, alone or among others.
  const alone = await leftBy(all, payout.id, '12500.00', ['EUR'])
  expect(alone.findings).toMatchObject([{ code: 'CURRENCY_DIFFERS' }, { code: 'AMOUNT_INVALID' }])
  const among = await leftBy(all, payout.id, '1.00', ['EUR', 'EUR'])
  expect(among.findings.map(({ code }: { code: string }) => code)).toContain('AMOUNT_INVALID')
  expect(await all.booked()).toEqual([])
  expect(await leftBy(all, payout.id, '12500.00')).toMatchObject({ status: 'IMPORTED' })
  expect(await all.booked()).toEqual([
    'P4 C BANK 12500.00',
    'P4 C CLEARING -12500.00',
    'P4 T BANK -12500.00',
    'P4 T IN_TRANSIT 12500.00',
  ])
  // It left the account on the day of the statement, which came on the next.
  const days = await at.owner(
    `select book_date::text as day from financial_event
     where tenant_id = $1 and source_key = $2`,
    [tenant.id, `payout/${payout.id}/confirmed`],
  )
  expect(days).toEqual([{ day: dayFromNow(at, -1) }])
  // Told by the bank's answer as well, nothing more comes of it.
  await all.bank.imported(pain002([{ id: payout.id, status: 'ACSC', amount: '12500.00' }]))
  expect(await all.booked()).toEqual([])
  const read = (await tenant.api.get(`/payouts/${payout.id}`)).body
  expect(read).toMatchObject({ status: 'CONFIRMED', amount: '12500.00' })
  expect((await tenant.api.get(`/payout-batches/${payout.batchId}`)).body.status).toBe('CLOSED')
  await sentBack(tenant, all, payout.id)
})

test('an invoice that is bought: advanced, billed, paid in, and paid out with its reserve', async () => {
  const tenant = await tenantIn(at)
  const terms = { advanceRate: '0.9', reserveRate: '0.1', commissionRate: '0.02' }
  const clientId = await financedClient(tenant, { terms })
  const all = await begun(clientId, tenant)
  const claim = await activated(at, tenant, clientId)
  await all.booked()
  await asked(at, tenant, claim)
  expect(await all.booked()).toEqual([
    'P6 C AR -12500.00',
    'P6 C CLEARING -312.50',
    'P6 C CLEARING 11250.00',
    'P6 C CLEARING_RESERVE 1250.00',
    'P6 C FEE_FACTORING 250.00',
    'P6 C VAT_IN 62.50',
    'P6 T AR_PURCHASED 12500.00',
    'P6 T CLIENT_PAYABLE -11250.00',
    'P6 T CLIENT_PAYABLE 312.50',
    'P6 T FIN_REV -250.00',
    'P6 T RESERVE -1250.00',
    'P6 T VAT_OUT_25 -62.50',
  ])
  await pricesOf(tenant, clientId, [{ chargeType: 'INVOICE_FEE', fixed: '200' }])
  await tenant.api.put(`/clients/${clientId}/settings/billing`, { billingFrequency: 'DAILY' })
  await done(at, tenant, '/bookkeeping-files/billing', { toDate: dayFromNow(at, 0) })
  expect(await billsOf(tenant, clientId)).toMatchObject([{ gross: '250.00', status: 'BOOKED' }])
  expect(await all.booked()).toEqual([
    'P5 C CLEARING -250.00',
    'P5 C FEE_SERVICE 200.00',
    'P5 C VAT_IN 50.00',
    'P5 T CLIENT_BILLED_AR -250.00',
    'P5 T CLIENT_BILLED_AR 250.00',
    'P5 T CLIENT_PAYABLE 250.00',
    'P5 T FEE_REV -200.00',
    'P5 T VAT_OUT_25 -50.00',
  ])
  await paidBy(tenant, all, claim)
  expect(await all.booked()).toEqual([
    'P2 T BANK 12500.00',
    'P2 T UNALLOCATED -12500.00',
    'P7 C CLEARING 1250.00',
    'P7 C CLEARING_RESERVE -1250.00',
    'P7 T AR_PURCHASED -12500.00',
    'P7 T CLIENT_PAYABLE -1250.00',
    'P7 T RESERVE 1250.00',
    'P7 T UNALLOCATED 12500.00',
  ])
  // 11,250 − 312.50 − 250 + 1,250.
  const payout = await sent(all, '11937.50')
  expect(await all.booked()).toEqual(['P4 T CLIENT_PAYABLE 11937.50', 'P4 T IN_TRANSIT -11937.50'])
  const settlements = await tenant.api.get(`/payout-settlements?payoutId=${payout.id}`)
  expect(settlements.body.data).toMatchObject([
    {
      opening: '0.00',
      financed: '12500.00',
      fees: '-562.50',
      payouts: '-11937.50',
      closing: '0.00',
    },
  ])
  await all.bank.imported(pain002([{ id: payout.id, status: 'ACSC' }], { version: '10' }))
  expect(await all.booked()).toEqual([
    'P4 C BANK 11937.50',
    'P4 C CLEARING -11937.50',
    'P4 T BANK -11937.50',
    'P4 T IN_TRANSIT 11937.50',
  ])
  expect(await all.balance('MAIN')).toBe('0.00')
  expect(await all.balance('RESERVE')).toBe('0.00')
})
