import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Invoice } from '../../src/entities/invoice.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
beforeEach(async () => {
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const financialOf = async (claimId: string) =>
  (await tenant.api.get(`/invoices/events/financial?claimId=${claimId}&sort=id`)).body.data
const ledgerOf = async (invoiceId: string) =>
  (await tenant.api.get(`/invoices/events/ledger?invoiceId=${invoiceId}&sort=id`)).body.data
const reverse = (id: string, body?: object) =>
  tenant.api.put(`/invoices/events/financial/${id}/reverse`, body)
const read = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const refusalOf = ({ status, body }: Answered) => [status, body.code]

describe('reversing', () => {
  test('a booking takes it out of the books, and closes the claim', async () => {
    const before = await trialOf(at, tenant.id)
    const invoiceId = await activatedInvoice(tenant, clientId)
    expect(await trialOf(at, tenant.id)).not.toEqual(before)
    const [booked] = await financialOf(invoiceId)
    expect(booked).toMatchObject({ type: 'INVOICE_BOOKED', amount: '1250.00', currency: 'SEK' })
    await tenant.api.post('/reason-code', { code: 'WRONG', type: 'CREDIT', name: 'Wrong' })
    const answer = await reverse(booked.id, { reasonCode: 'WRONG' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      type: 'REVERSAL',
      amount: '-1250.00',
      reversesId: booked.id,
      reasonCode: 'WRONG',
    })
    expect(await trialOf(at, tenant.id)).toEqual(before)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect(await read(invoiceId)).toMatchObject({
      statuses: { main: 'CLOSED', ledger: 'REVERSED' },
      bookedDate: null,
      totals: { balance: '0.00' },
    })
    const read2 = await tenant.api.get(`/invoices/events/financial/${booked.id}`)
    expect(read2.body.reversedById).toBe(answer.body.id)
    const told = await at.owner(`select name from event where subject_id = $1 order by id`, [
      booked.id,
    ])
    expect(told.map(({ name }) => name)).toContain('reversed')
  })

  test('is done once, and a reversal is not reversed', async () => {
    const [booked] = await financialOf(await activatedInvoice(tenant, clientId))
    const { body } = await reverse(booked.id)
    expect(refusalOf(await reverse(booked.id))).toEqual([409, 'ALREADY_REVERSED'])
    expect(refusalOf(await reverse(body.id))).toEqual([409, 'EVENT_NOT_REVERSIBLE'])
  })

  test('by eight at once is done by one', async () => {
    const [booked] = await financialOf(await activatedInvoice(tenant, clientId))
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(booked.id)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(refusalOf)).toEqual(
      Array.from({ length: 7 }, () => [409, 'ALREADY_REVERSED']),
    )
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is booked on no day before what it takes back', async () => {
    const [booked] = await financialOf(await activatedInvoice(tenant, clientId))
    const early = await reverse(booked.id, { bookDate: '2020-01-01' })
    expect(early.body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/bookDate', code: 'BEFORE_ORIGINAL' }],
    })
    expect((await read(booked.claimId)).statuses.main).toBe('ACTIVATED')
  })

  test('of a booking waits for what came after it', async () => {
    const [debit, credit] = [
      await activatedInvoice(tenant, clientId),
      await activatedInvoice(tenant, clientId, { type: 'CREDIT_INVOICE' }),
    ]
    await tenant.api.put('/invoices/link-multiple', { creditId: credit, debits: [{ id: debit }] })
    const [booked, link] = await financialOf(debit)
    expect(refusalOf(await reverse(booked.id))).toEqual([409, 'EVENT_NOT_REVERSIBLE'])
    // A link that is reversed is unlinked, on both sides.
    expect((await reverse(link.id)).body).toMatchObject({ type: 'CREDIT_UNLINK' })
    expect((await read(credit)).totals.balance).toBe('-1250.00')
    expect((await reverse(booked.id)).status).toBe(200)
    expect((await reverse((await financialOf(credit))[0].id)).status).toBe(200)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a booking is refused while it is asked to be financed', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    await tenant.work(async (unit) => {
      const invoice = await unit.load(Invoice, invoiceId)
      invoice.financingStatus = 'REQUESTED'
    })
    const [booked] = await financialOf(invoiceId)
    expect(refusalOf(await reverse(booked.id))).toEqual([409, 'EVENT_NOT_REVERSIBLE'])
  })

  test('needs a reason that there is', async () => {
    const [booked] = await financialOf(await activatedInvoice(tenant, clientId))
    const answer = await reverse(booked.id, { reasonCode: 'NOTHING' })
    expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND'])
  })
})

test('a reversal is booked on no day to come, unless a lock reaches beyond today', async () => {
  const ownId = await clientIn(tenant)
  const [booked] = await financialOf(await activatedInvoice(tenant, ownId))
  const late = await reverse(booked.id, { bookDate: '2999-12-31' })
  expect(late.body).toMatchObject({
    status: 400,
    errors: [{ pointer: '/bookDate', code: 'IN_THE_FUTURE' }],
  })
  const lock = { clientId: ownId, lockedUntil: '2998-12-31' }
  await tenant.api.put('/vouchers/settings/locked-period', lock)
  const opened = await reverse(booked.id, { bookDate: '2999-01-01' })
  expect(opened).toMatchObject({ status: 200, body: { bookDate: '2999-01-01' } })
})

describe('financial events', () => {
  test('are listed by claim, client and type, and seen by their client alone', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId)
    const found = await tenant.api.post('/invoices/events/financial/search', {
      filters: { clientId, type: ['INVOICE_BOOKED'], claimId: invoiceId },
    })
    expect(found.body.data).toMatchObject([
      { claimType: 'INVOICE', claimId: invoiceId, clientId, component: 'CAPITAL' },
    ])
    const { id } = found.body.data[0]
    const right = 'ReadInvoiceFinancialEvent'
    const own = await tenant.holding([right], { clientId })
    const other = await tenant.holding([right], { clientId: await clientIn(tenant) })
    expect((await own.get(`/invoices/events/financial/${id}`)).status).toBe(200)
    expect((await other.get(`/invoices/events/financial/${id}`)).status).toBe(404)
  })

  test('are reversed by nobody who is bound to their client', async () => {
    const [booked] = await financialOf(await activatedInvoice(tenant, clientId))
    const own = await tenant.holding(['ReverseInvoiceFinancialEvent'], { clientId })
    const answer = await own.put(`/invoices/events/financial/${booked.id}/reverse`)
    expect(refusalOf(answer)).toEqual([403, 'FOR_THE_TENANT_ALONE'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('ledger events', () => {
  const dates = { invoiceDate: '2026-11-02', expireDate: '2999-12-02' }

  test('that are planned can be moved or skipped', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId, { dates })
    const [booked, due] = await ledgerOf(invoiceId)
    expect([booked.type, due.type]).toEqual(['BOOKED', 'DUE'])
    const path = `/invoices/events/ledger/${due.id}`
    const moved = await tenant.api.put(path, { plannedDate: '2999-12-24', comment: 'As agreed' })
    expect(moved.body).toMatchObject({
      plannedDate: '2999-12-24',
      comment: 'As agreed',
      status: 'PLANNED',
    })
    const past = await tenant.api.put(path, { plannedDate: '2020-01-01' })
    expect(past.body.errors[0].pointer).toBe('/plannedDate')
    expect((await tenant.api.put(path, { status: 'SKIPPED' })).body.status).toBe('SKIPPED')
    const gone = await tenant.api.put(path, { plannedDate: '2999-12-25' })
    expect(refusalOf(gone)).toEqual([409, 'LEDGER_EVENT_NOT_PLANNED'])
    const done = await tenant.api.put(`/invoices/events/ledger/${booked.id}`, { status: 'SKIPPED' })
    expect(refusalOf(done)).toEqual([409, 'LEDGER_EVENT_NOT_PLANNED'])
    const told = await at.owner(
      `select name from event where subject_id = $1 order by occurred_at, id`,
      [due.id],
    )
    expect(told.map(({ name }) => name)).toEqual(['planned', 'updated', 'skipped'])
  })

  test('are listed by invoice, type, status and day', async () => {
    const invoiceId = await activatedInvoice(tenant, clientId, { dates })
    const found = await tenant.api.post('/invoices/events/ledger/search', {
      filters: { invoiceId, status: 'PLANNED', plannedDate: { from: '2999-12-03' } },
    })
    expect(found.body.data).toMatchObject([{ type: 'OVERDUE', plannedDate: '2999-12-03' }])
    const [first] = await ledgerOf(invoiceId)
    expect((await tenant.api.get(`/invoices/events/ledger/${first.id}`)).body).toEqual(first)
  })
})
