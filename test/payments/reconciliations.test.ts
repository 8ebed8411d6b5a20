import { beforeEach, expect, test } from 'vitest'
import { driftsOf } from '../support/books.ts'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { camt, iban, type Paid, type Stated } from './files.ts'
import { bankOf } from './imported.ts'

// What the bank says of a day is held against what the books say of it.
const { at } = await worldWithTenant()
const [friday, saturday, monday] = ['2026-11-20', '2026-11-21', '2026-11-23'] as const

let tenant: TestTenant
let bank: ReturnType<typeof bankOf>

beforeEach(async () => {
  tenant = await tenantIn(at)
  await clientIn(tenant)
  bank = bankOf(at, tenant)
})

const entry = (amount: string, ref: string, more: Partial<Paid> = {}): Paid[] => [
  { amount, ref, ...more },
]
const stated = (more: Stated) => bank.imported(camt({ id: more.date ?? friday, ...more }))
const job = async (day: string) => {
  const done = await jobDone(at, tenant, 'payments.reconcile', day)
  if (done?.['status'] !== 'DONE') throw new Error(JSON.stringify(done))
  return done
}
const all = async () => {
  const { body } = await tenant.api.post('/payment-reconciliations/search', {})
  const rows = body.data as { id: string; date: string; [name: string]: unknown }[]
  return rows.toSorted((a, b) => a.date.localeCompare(b.date))
}
const only = async () => (await all())[0]!
const differences = async (id: string) =>
  (await tenant.api.get(`/payment-reconciliations/${id}/differences`)).body
const compare = (id: string) => tenant.api.put(`/payment-reconciliations/${id}/compare`)
const byHand = async (amount: string, more: object = {}) => {
  const sent = { amount, currency: 'SEK', bookDate: friday, ...more }
  const { status, body } = await tenant.api.post('/payments', sent)
  expect(status).toBe(201)
  return String(body.id)
}
const errands = async () =>
  (await errandsOf(at, tenant, 'RECONCILIATION')).map(({ status, title }) => [status, title])
const noHands = () => tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })

test('what is booked whole agrees, and leaves no errand', async () => {
  const entries = [entry('12500.00', 'B1'), entry('700.00', 'B2')]
  await stated({ opening: '1000.00', closing: '14200.00', entries })
  expect(await only()).toMatchObject({ status: 'DIFF', comparedAt: null, bookedSum: null })
  expect(await job(saturday)).toMatchObject({
    status: 'DONE',
    counts: { compared: 1, differing: 0 },
  })
  expect(await only()).toMatchObject({
    status: 'MATCHED',
    fromDate: friday,
    daySum: '13200.00',
    bookedSum: '13200.00',
    booksBalance: '13200.00',
  })
  expect(await errands()).toEqual([])
  expect((await differences((await only()).id)).lines).toEqual([])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what is not booked is named, and its errand ends by itself once it is', async () => {
  expect((await noHands()).status).toBe(200)
  const entries = [entry('500.00', 'B1'), entry('200.00', 'B2', { name: 'Bygg AB' })]
  const file = await stated({ opening: '0.00', closing: '700.00', entries })
  await job(saturday)
  const title = `${iban} on ${friday}: the bank says 700.00, the books 0.00 SEK`
  expect(await errands()).toEqual([['OPEN', title]])
  const { id } = await only()
  expect(await differences(id)).toMatchObject({
    opening: '0.00',
    closing: '700.00',
    stated: '700.00',
    booked: '0.00',
    difference: '700.00',
    booksBalance: '0.00',
    lineCount: 2,
    lines: [
      { side: 'STATEMENT', stated: '500.00', booked: '0.00' },
      { side: 'STATEMENT', stated: '200.00', booked: '0.00', text: 'Bygg AB' },
    ],
  })
  const [batch] = await bank.batchesOf(String(file.id))
  await tenant.api.put(`/payment-batches/${batch?.id}/bookkeep`)
  await bank.settled()
  await job(monday)
  expect(await only()).toMatchObject({ status: 'MATCHED', bookedSum: '700.00' })
  expect(await errands()).toEqual([['RESOLVED', title]])
})

test('what is explained stays so, by whoever said it, until the books change', async () => {
  await stated({ opening: '0.00', closing: '100.00', entries: [entry('100.00', 'B1')] })
  const { id } = await only()
  const explain = (sent: object) => tenant.api.put(`/payment-reconciliations/${id}/explain`, sent)
  const early = await explain({ explanation: 'It agrees' })
  expect([early.status, early.body.code]).toEqual([409, 'RECONCILIATION_AGREES'])
  const first = await byHand('40.00')
  await job(saturday)
  expect(await differences(id)).toMatchObject({
    stated: '100.00',
    booked: '140.00',
    difference: '-40.00',
    lineCount: 1,
    lines: [{ side: 'BOOKS', subjectType: 'Voucher', stated: '0.00', booked: '40.00' }],
  })
  expect((await explain({ explanation: ' ' })).status).toBe(400)
  const said = await explain({ explanation: 'Cash, paid in on Monday' })
  expect([said.status, said.body]).toMatchObject([
    200,
    { status: 'EXPLAINED', explanation: 'Cash, paid in on Monday', bookedSum: '140.00' },
  ])
  const me = (await tenant.api.get(`/payments/${first}`)).body.createdBy
  expect(said.body.explainedBy).toBe(me)
  expect((await errands()).map(([status]) => status)).toEqual(['RESOLVED'])
  await job(monday)
  expect(await only()).toMatchObject({ status: 'EXPLAINED', explainedBy: me })
  await byHand('5.00')
  expect((await compare(id)).body).toMatchObject({
    status: 'DIFF',
    explanation: null,
    explainedBy: null,
    bookedSum: '145.00',
  })
  const title = `${iban} on ${friday}: the bank says 100.00, the books 145.00 SEK`
  expect(await errands()).toEqual([['OPEN', title]])
})

test('a bank that was closed goes on where it ended, and its days are one', async () => {
  await stated({ opening: '0.00', closing: '100.00', entries: [entry('100.00', 'B1')] })
  await stated({
    date: monday,
    opening: '100.00',
    closing: '90.00',
    entries: [entry('10.00', 'O1', { isOut: true })],
  })
  await byHand('30.00', { bookDate: saturday })
  await job(monday)
  expect(await all()).toMatchObject([
    { date: friday, status: 'MATCHED', fromDate: friday, bookedSum: '100.00' },
    { date: monday, status: 'DIFF', fromDate: saturday, daySum: '-10.00', bookedSum: '30.00' },
  ])
})

test('of two accounts each has its own, and what is of none counts on neither', async () => {
  await stated({ opening: '0.00', closing: '100.00', entries: [entry('100.00', 'B1')] })
  const other = 'SE3550000000054910000003'
  const more = { iban: other, id: 'other', opening: '5.00', closing: '65.00' }
  await stated({ ...more, entries: [entry('60.00', 'B1')] })
  await byHand('7.00')
  await job(saturday)
  expect((await all()).map(({ status, bookedSum }) => [status, bookedSum]).toSorted()).toEqual([
    ['MATCHED', '100.00'],
    ['MATCHED', '60.00'],
  ])
  expect(await all()).toMatchObject([{ booksBalance: '167.00' }, { booksBalance: '167.00' }])
})

test('a statement that comes twice counts once', async () => {
  const one = { opening: '0.00', closing: '100.00', entries: [entry('100.00', 'B1')] }
  await stated(one)
  await bank.imported(camt({ id: friday, ...one, version: '08' }))
  await job(saturday)
  expect(await all()).toMatchObject([
    { status: 'MATCHED', daySum: '100.00', bookedSum: '100.00' },
    { status: 'MATCHED', daySum: '100.00', bookedSum: '100.00' },
  ])
})

test('what goes back to a payer is of the account that it came to', async () => {
  const today = at.clock.now.toISOString().slice(0, 10)
  const entries = [entry('500.00', 'B1', { account: '50501055' })]
  entries.push(entry('120.00', 'O1', { isOut: true }))
  await stated({ date: today, opening: '0.00', closing: '380.00', entries })
  const other = { iban: 'SE3550000000054910000003', date: today, id: 'other' }
  await stated({ ...other, opening: '0.00', closing: '60.00', entries: [entry('60.00', 'B1')] })
  await job(today)
  const sums = async () =>
    (await all()).map(({ status, bookedSum }) => [status, bookedSum]).toSorted()
  expect(await sums()).toEqual([
    ['DIFF', '500.00'],
    ['MATCHED', '60.00'],
  ])
  const { data } = (await tenant.api.post('/unplaced-payments/search', {})).body
  const { id } = data.find((one: { amountOpen: string }) => one.amountOpen === '500.00')
  const { body } = await tenant.api.put(`/unplaced-payments/${id}/return`, { amount: '120.00' })
  const path = `/payment-transactions-returns/${body.id}`
  await tenant.api.put(`${path}/authorize`)
  await tenant.api.put(`${path}/return`)
  expect((await tenant.api.put(path, { status: 'CONFIRMED' })).body.status).toBe('CONFIRMED')
  for (const row of await all()) await compare(row.id)
  expect(await sums()).toEqual([
    ['MATCHED', '380.00'],
    ['MATCHED', '60.00'],
  ])
})

test('a locked period moves the booking, and not the day on which it came', async () => {
  const lock = { lockedUntil: '2026-11-22' }
  expect((await tenant.api.put('/vouchers/settings/locked-period', lock)).status).toBe(200)
  await stated({ opening: '0.00', closing: '100.00', entries: [entry('100.00', 'B1')] })
  await job(saturday)
  expect(await only()).toMatchObject({
    status: 'MATCHED',
    bookedSum: '100.00',
    booksBalance: '0.00',
  })
  const [{ day } = {}] = await at.owner(
    `select date::text as day from voucher where tenant_id = $1 and rule = 'P2'`,
    [tenant.id],
  )
  expect(day).toBe(monday)
})

test('two that compare and explain at once leave one errand, and one word', async () => {
  await stated({ opening: '0.00', closing: '99.00', entries: [entry('100.00', 'B1')] })
  const { id } = await only()
  const path = `/payment-reconciliations/${id}`
  const answers = await Promise.all([
    compare(id),
    tenant.api.put(`${path}/explain`, { explanation: 'The bank’s own fault' }),
    compare(id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await only()).toMatchObject({ status: 'EXPLAINED', bookedSum: '0.00' })
  await byHand('1.00')
  await compare(id)
  expect(await only()).toMatchObject({ status: 'DIFF', difference: '-1.00', bookedSum: '1.00' })
  expect((await errands()).length).toBe(1)
})
