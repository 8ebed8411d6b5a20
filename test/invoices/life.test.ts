import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyToInvoice } from '../../src/activities/invoices/apply-events.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { activatedInvoice, clientIn, createdInvoice, emptied } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  await tenant.api.post('/reason-code', { code: 'RESPITE', type: 'REPRIEVE', name: 'Respite' })
})
afterAll(() => at.close())

const put = (id: string, verb: string, body?: object) =>
  tenant.api.put(`/invoices/${id}/${verb}`, body)
const pause = (id: string, more: object = {}) =>
  put(id, 'actions/pause', { until: '2999-01-31', ...more })

const refusalOf = ({ status, body }: Answered) => [status, body.code]

const stepsOf = async (id: string) => {
  const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&sort=id`)
  return body.data.map(({ type, status }: Record<string, string>) => `${type} ${status}`)
}

const eventsOf = async (id: string) => {
  const rows = await at.owner(
    `select name from event where type = 'INVOICE' and subject_id = $1 order by occurred_at, id`,
    [id],
  )
  return rows.map(({ name }) => name)
}

describe('pausing', () => {
  test('outlives a stop on which the claim was paid and owes again', async () => {
    const id = await activatedInvoice(tenant, clientId)
    await pause(id)
    expect((await put(id, 'actions/stop')).body.statuses.main).toBe('STOPPED')
    const paid = await tenant.api.put(`/invoices/${id}/actions/direct-payment`, {})
    expect(paid.body.statuses.main).toBe('CLOSED')
    const filters = { claimId: id, type: 'DIRECT_PAYMENT' }
    const { data } = (await tenant.api.post('/invoices/events/financial/search', { filters })).body
    expect((await put('events', `financial/${data[0].id}/reverse`)).status).toBe(200)
    const statuses = []
    for (let n = 0; n < 2; n++) statuses.push((await put(id, 'actions/resume')).body.statuses.main)
    expect(statuses).toEqual(['PAUSED', 'ACTIVATED'])
  })

  test('holds a claim until a day, and resuming lets it go where it was', async () => {
    const id = await activatedInvoice(tenant, clientId)
    const paused = await pause(id, { reasonCode: 'RESPITE', pauseInterest: true })
    expect(paused.status).toBe(200)
    expect(paused.body).toMatchObject({
      statuses: { main: 'PAUSED' },
      dates: { pausedUntil: '2999-01-31' },
      reasonCodes: ['RESPITE'],
    })
    const [row] = await at.owner('select interest_paused_from from invoice where id = $1', [id])
    expect(row?.['interest_paused_from']).not.toBeNull()
    expect(refusalOf(await pause(id))).toEqual([409, 'INVOICE_NOT_ACTIVATED'])

    const resumed = await put(id, 'actions/resume')
    expect(resumed.body).toMatchObject({
      statuses: { main: 'ACTIVATED' },
      dates: { pausedUntil: null },
    })
    expect(refusalOf(await put(id, 'actions/resume'))).toEqual([409, 'INVOICE_NOT_PAUSED'])
    expect(await stepsOf(id)).toEqual(expect.arrayContaining(['PAUSED DONE', 'RESUMED DONE']))
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['paused', 'resumed']))
  })

  test('without a day holds it until it is resumed', async () => {
    const id = await activatedInvoice(tenant, clientId)
    expect((await put(id, 'actions/pause')).body).toMatchObject({
      statuses: { main: 'PAUSED' },
      dates: { pausedUntil: null },
    })
    expect((await put(id, 'actions/resume')).body.statuses.main).toBe('ACTIVATED')
  })

  test('needs a day to come and a reason that there is', async () => {
    const id = await activatedInvoice(tenant, clientId)
    const past = await pause(id, { until: '2026-01-01' })
    expect(refusalOf(past)).toEqual([400, 'VALIDATION_FAILED'])
    expect(past.body.errors[0].pointer).toBe('/until')
    const unknown = await pause(id, { reasonCode: 'NOTHING' })
    expect(refusalOf(unknown)).toEqual([404, 'NOT_FOUND'])
    expect(unknown.body.errors[0].pointer).toBe('/reasonCode')
  })

  test('is for what is in business', async () => {
    const id = await createdInvoice(tenant, clientId)
    for (const verb of ['actions/pause', 'actions/stop']) {
      const answer = await put(id, verb, verb === 'actions/pause' ? { until: '2999-01-31' } : {})
      expect(refusalOf(answer)).toEqual([409, 'INVOICE_NOT_ACTIVATED'])
    }
    expect(refusalOf(await put(id, 'actions/resume'))).toEqual([409, 'INVOICE_NOT_PAUSED'])
    expect(refusalOf(await put(id, 'archive/add'))).toEqual([409, 'INVOICE_NOT_CLOSED'])
    expect(refusalOf(await put(id, 'archive/remove'))).toEqual([409, 'INVOICE_NOT_ARCHIVED'])
  })

  test('by eight at once is done by one', async () => {
    const id = await activatedInvoice(tenant, clientId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => pause(id)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    const refused = answers.filter(({ status }) => status !== 200).map(refusalOf)
    expect(refused).toEqual(Array.from({ length: 7 }, () => [409, 'INVOICE_NOT_ACTIVATED']))
    expect((await stepsOf(id)).filter((step: string) => step === 'PAUSED DONE').length).toBe(1)
  })
})

test('what was stopped while paused is paused again', async () => {
  const id = await activatedInvoice(tenant, clientId)
  await pause(id)
  const stopped = await put(id, 'actions/stop', { reasonCode: 'RESPITE' })
  expect(stopped.body.statuses.main).toBe('STOPPED')
  expect((await put(id, 'actions/resume')).body).toMatchObject({
    statuses: { main: 'PAUSED' },
    dates: { pausedUntil: '2999-01-31' },
  })
  expect((await put(id, 'actions/resume')).body.statuses.main).toBe('ACTIVATED')
})

describe('the balance', () => {
  test('that follows from the events stays, and leaves no errand', async () => {
    const id = await activatedInvoice(tenant, clientId)
    const { body } = await put(id, 'calculate-balance')
    expect(body).toMatchObject({ drift: false, before: { balance: '1250.00' } })
    expect(body.after).toEqual(body.before)
    expect((await tenant.api.get(`/errands/system?subjectId=${id}`)).body.data).toEqual([])
  })

  test('that is not becomes so, reopens the claim, and leaves an errand', async () => {
    const id = await activatedInvoice(tenant, clientId)
    await emptied(tenant, id)
    const { body } = await put(id, 'calculate-balance')
    expect(body).toMatchObject({
      drift: true,
      before: { balance: '0.00', paid: '1250.00' },
      after: { balance: '1250.00', paid: '0.00' },
      invoice: { statuses: { main: 'ACTIVATED' }, totals: { balance: '1250.00' } },
    })
    const { data } = (await tenant.api.get(`/errands/system?subjectId=${id}`)).body
    expect(data).toMatchObject([{ type: 'RECONCILIATION', status: 'OPEN', severity: 'HIGH' }])
    const performed = await tenant.api.put(`/errands/system/${data[0].id}/perform`)
    expect(performed.body.status).toBe('RESOLVED')
    const balances = await at.owner(
      `select data from event where type = 'INVOICE_BALANCE' and subject_id = $1
       order by occurred_at desc, id desc limit 1`,
      [id],
    )
    expect(balances[0]?.['data']).toMatchObject({ balance: '1250.00' })
  })
})

describe('the ledger status', () => {
  test('follows the day', async () => {
    const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
    const id = await activatedInvoice(tenant, clientId, { dates })
    const on = async (day: string) => {
      const now = at.clock.now
      at.clock.now = new Date(`${day}T12:00:00Z`)
      const own = await tenant.holding(['CalculateStatusInvoices'])
      const { body } = await own.put(`/invoices/${id}/calculate-status`)
      at.clock.now = now
      return body.statuses.ledger
    }
    expect(await on('2026-12-01')).toBe('NOT_DUE')
    expect(await on('2026-12-02')).toBe('DUE')
    expect(await on('2026-12-03')).toBe('OVERDUE')
    expect(await stepsOf(id)).toEqual(['BOOKED DONE', 'DUE DONE', 'OVERDUE DONE'])
  })

  test('of what is not booked is NOT_BOOKED', async () => {
    const id = await createdInvoice(tenant, clientId)
    const { body } = await put(id, 'calculate-status')
    expect(body.statuses).toMatchObject({ main: 'CREATED', ledger: 'NOT_BOOKED' })
  })
})

test('what was booked on a claim is added to what it keeps, component by component', async () => {
  const id = await createdInvoice(tenant, clientId)
  await tenant.work(async (unit) => {
    const invoice = await unit.load(Invoice, id)
    const event = (more: object) => ({ claimId: id, component: 'CAPITAL', ...more }) as never
    applyToInvoice(unit, invoice, [
      event({ type: 'INVOICE_BOOKED', amount: 1000n }),
      event({ type: 'PAYMENT', amount: -300n }),
      event({ type: 'CREDIT_LINK', amount: -200n }),
      event({ type: 'INVOICE_BOOKED', component: 'REMINDER_FEE', amount: 60n }),
      event({ type: 'INVOICE_BOOKED', component: 'LATE_INTEREST', amount: 7n }),
      event({ type: 'FINANCED', component: null, amount: 0n }),
      event({ type: 'PAYMENT', claimId: 'I06D7ZCEWYHZ8N17900DG7H8PR4', amount: -500n }),
    ])
    expect(invoice).toMatchObject({
      balance: 500n,
      paidAmount: 300n,
      creditedAmount: 200n,
      feesAmount: 60n,
      interestAmount: 7n,
    })
    applyToInvoice(unit, invoice, [
      event({ type: 'REVERSAL', amount: 300n, facts: { reverses: 'PAYMENT' } }),
    ])
    expect(invoice).toMatchObject({ balance: 800n, paidAmount: 0n })
  })
})
