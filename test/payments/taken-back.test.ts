import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activated, asked, financedClient, newDebtor } from '../factoring/ground.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

let at: World
let tenant: TestTenant
let clientId: string
let bank: ReturnType<typeof bankOf>
let statement = 0

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })
  bank = bankOf(at, tenant)
})
afterAll(() => at.close())

const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const refusalOf = ({ status, body }: Answered) => [status, body.code]
const standing = async () => [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]
const read = async (id: string) => (await tenant.api.get(`/payments/${id}`)).body

/** A claim of 12,500.00 and its reference. */
async function owed(isBought = false) {
  const id = await activated(at, tenant, clientId, { debtor: newDebtor() })
  if (isBought) await asked(at, tenant, id)
  const account = await tenant.api.get(`/invoices/${id}/payment-account`)
  return { id, reference: String(account.body.reference) }
}

/** What a bank tells in a file of its own: the payments that were made of it. */
async function told(...entries: readonly Paid[]) {
  const file = await bank.imported(
    camt({ id: `S${++statement}`, entries: entries.map((one) => [one]) }),
  )
  const [batch] = await bank.batchesOf(file.id)
  return { batch: batch!, payments: await bank.paymentsOf(batch!.id) }
}

const paidIn = (amount: string, more: Partial<Paid> = {}): Paid => ({
  amount,
  ref: `B${statement}${amount}`,
  endToEndId: `E${statement}`,
  name: 'Bygg AB',
  ...more,
})
const takenBack = (amount: string, endToEndId: string): Paid => ({
  amount,
  endToEndId,
  ref: `R${statement}${amount}`,
  isOut: true,
  isReversal: true,
})

async function unplacedOf(transactionId: string) {
  const { data } = (await tenant.api.get('/unplaced-payments?limit=100')).body
  return data.find((one: { transactionId: string }) => one.transactionId === transactionId)
}

test('what nothing is known of has left the bank, and is tied to its payment by a person', async () => {
  const { batch, payments } = await told(takenBack('500.00', 'LATER'))
  expect(batch).toMatchObject({ status: 'BOOKED', total: '-500.00' })
  const [reversal] = payments
  expect(reversal).toMatchObject({ status: 'BOOKED', reversesId: null, returned: '500.00' })
  const errands = await tenant.api.get('/errands/system?type=PAYMENT_MISMATCH')
  expect(errands.body.data).toMatchObject([{ subjectId: reversal.id, status: 'OPEN' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
  const { id, reference } = await owed()
  const [original] = (await told(paidIn('500.00', { reference }))).payments
  expect((await invoice(id)).totals.balance).toBe('12000.00')
  const tied = await tenant.api.put(`/payments/${reversal.id}`, { reversesId: original.id })
  expect([tied.status, tied.body.reversesId]).toEqual([200, original.id])
  expect((await invoice(id)).totals.balance).toBe('12500.00')
  expect(await read(original.id)).toMatchObject({ linked: '0.00', returned: '500.00' })
  const settled = await tenant.api.get('/errands/system?type=PAYMENT_MISMATCH')
  expect(settled.body.data).toMatchObject([{ subjectId: reversal.id, status: 'RESOLVED' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
  const again = await tenant.api.put(`/payments/${reversal.id}`, { reversesId: original.id })
  expect(refusalOf(again)).toEqual([409, 'ALREADY_REVERSED'])
})

test('it comes off all its claims, whether bought or not', async () => {
  const [serviced, bought] = [await owed(), await owed(true)]
  const before = await standing()
  const [payment] = (await told(paidIn('13000.00', { endToEndId: 'TWO' }))).payments
  const claims = [{ id: serviced.id, amount: '400.00' }, { id: bought.id }]
  const { id } = await unplacedOf(payment.id)
  const placed = await tenant.api.put(`/unplaced-payments/${id}/link`, { claims })
  expect(placed.body).toMatchObject({ amountOpen: '100.00' })
  expect((await invoice(bought.id)).statuses.main).toBe('CLOSED')
  const [reversal] = (await told(takenBack('13000.00', 'TWO'))).payments
  expect(reversal).toMatchObject({ status: 'BOOKED', reversesId: payment.id })
  expect(await read(payment.id)).toMatchObject({
    linked: '0.00',
    unplaced: '0.00',
    returned: '13000.00',
  })
  expect(await unplacedOf(payment.id)).toMatchObject({ status: 'TAKEN_BACK', amountOpen: '0.00' })
  expect((await invoice(serviced.id)).totals.balance).toBe('12500.00')
  expect((await invoice(bought.id)).totals.balance).toBe('12500.00')
  expect(await standing()).toEqual(before)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('nobody returns or proposes what the bank has taken, and what was kept of it is given back', async () => {
  await tenant.api.put('/system-setting/payments.tolerance', { value: '1.00' })
  const { id, reference } = await owed()
  const before = await standing()
  const [kept] = (await told(paidIn('12500.75', { reference, endToEndId: 'KEPT' }))).payments
  expect(await read(kept.id)).toMatchObject({ linked: '12500.00', writtenOff: '0.75' })
  await told(takenBack('12500.75', 'KEPT'))
  expect(await read(kept.id)).toMatchObject({ writtenOff: '0.00', returned: '12500.75' })
  expect((await invoice(id)).totals.balance).toBe('12500.00')
  expect(await standing()).toEqual(before)

  const [asking] = (await told(paidIn('70.00', { endToEndId: 'ASKED' }))).payments
  const unplaced = await unplacedOf(asking.id)
  const sent = { toAccount: 'SE4550000000058398257466', override: true, reason: 'Not ours' }
  const asked = await tenant.api.put(`/unplaced-payments/${unplaced.id}/return`, sent)
  expect(asked.status).toBe(200)
  await told(takenBack('70.00', 'ASKED'))
  const gone = await tenant.api.get(`/payment-transactions-returns/${asked.body.id}`)
  expect(gone.status).toBe(404)
  expect(await unplacedOf(asking.id)).toMatchObject({ status: 'TAKEN_BACK' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what was returned before waits for a person, who hears why', async () => {
  const [payment] = (await told(paidIn('80.00', { endToEndId: 'SENT' }))).payments
  const { id } = await unplacedOf(payment.id)
  const sent = { toAccount: 'SE4550000000058398257466', override: true, reason: 'Not ours' }
  const asked = await tenant.api.put(`/unplaced-payments/${id}/return`, sent)
  const path = `/payment-transactions-returns/${asked.body.id}`
  expect((await tenant.api.put(`${path}/authorize`)).status).toBe(200)
  expect((await tenant.api.put(`${path}/return`)).status).toBe(200)
  const [reversal] = (await told(takenBack('80.00', 'SENT'))).payments
  expect(reversal).toMatchObject({ status: 'BOOKED', reversesId: null })
  const tied = await tenant.api.put(`/payments/${reversal.id}`, { reversesId: payment.id })
  expect(refusalOf(tied)).toEqual([409, 'NO_REVERSAL'])
  expect(tied.body.detail).toContain('some of the payment was returned before')
  // The bank has rejected the return, since the money was gone; then it is known what was taken.
  expect((await tenant.api.put(path, { status: 'REJECTED' })).status).toBe(200)
  const now = await tenant.api.put(`/payments/${reversal.id}`, { reversesId: payment.id })
  expect(now.status).toBe(200)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('it is refused where it is not what the bank took, or of nobody’s payment', async () => {
  const { payments } = await told(takenBack('30.00', 'NONE'), paidIn('30.00', { ref: 'Z1' }))
  const reversal = payments.find(({ kind }: { kind: string }) => kind === 'REVERSAL')
  const payment = payments.find(({ kind }: { kind: string }) => kind !== 'REVERSAL')
  const put = (id: string, body: object) => tenant.api.put(`/payments/${id}`, body)
  expect(refusalOf(await put(payment.id, { reversesId: reversal.id }))).toEqual([
    409,
    'NO_REVERSAL',
  ])
  expect(refusalOf(await put(reversal.id, { reversesId: reversal.id }))).toEqual([
    409,
    'NO_REVERSAL',
  ])
  const both = await put(reversal.id, { reversesId: payment.id, message: 'x' })
  expect(refusalOf(both)).toEqual([409, 'PAYMENT_BOOKED'])
  const other = await tenantIn(at)
  const foreign = await other.api.put(`/payments/${reversal.id}`, { reversesId: payment.id })
  expect(foreign.status).toBe(404)
  const [big] = (await told(paidIn('10.00', { endToEndId: 'SMALL' }))).payments
  expect(refusalOf(await put(reversal.id, { reversesId: big.id }))).toEqual([409, 'NO_REVERSAL'])
})
