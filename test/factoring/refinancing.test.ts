import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { activated, asked, dayFromNow, financedClient, newDebtor, postingsOf } from './ground.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 10 } })
  await tenant.api.post('/reason-code', { code: 'FRAUD', type: 'DISPUTE', name: 'Not delivered' })
})
afterAll(() => at.close())

async function financed(of = clientId): Promise<string> {
  const invoiceId = await activated(at, tenant, of)
  await asked(at, tenant, invoiceId)
  return invoiceId
}

const put = (invoiceId: string, body: object) =>
  tenant.api.put(`/invoice-refinancing/${invoiceId}`, body)
const recourse = (invoiceId: string, body?: object) =>
  tenant.api.put(`/invoice-refinancing/${invoiceId}/use-recourse`, body)
const invoiceOf = async (id: string) =>
  (await at.owner('select * from invoice where id = $1', [id]))[0]!
const terms = { toProviderCode: 'BANK-A', amount: '12500.00', fee: '0.00' }

describe('the funding in the books', () => {
  test('is booked while it is active: what is sold on, and what comes back (P25)', async () => {
    const invoiceId = await financed()
    const before = await trialOf(at, tenant.id)
    const partly = { ...terms, amount: '10000.00' }
    const { body: proposed } = await put(invoiceId, partly)
    expect(await trialOf(at, tenant.id)).toEqual(before)
    await put(invoiceId, { status: 'ACTIVE' })
    const lines = (n: number, of: string) =>
      postingsOf(at, tenant, `refinancing/${proposed.id}/${n}/${of}`)
    expect(await lines(1, 'SOLD')).toEqual(['T AR_PURCHASED -1000000', 'T SETTLEMENT 1000000'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await put(invoiceId, { validTo: dayFromNow(at, 9) })).status).toBe(200)
    await put(invoiceId, { status: 'REPAID' })
    expect(await lines(3, 'REPAID')).toEqual(['T AR_PURCHASED 1000000', 'T SETTLEMENT -1000000'])
    expect(await trialOf(at, tenant.id)).toEqual(before)
    const [event] = await at.owner(
      `select id from financial_event where type = 'REFINANCED' and claim_id = $1 limit 1`,
      [invoiceId],
    )
    const path = `/invoices/events/financial/${event?.['id']}/reverse`
    expect((await tenant.api.put(path, {})).body.code).toBe('EVENT_NOT_REVERSIBLE')
    await put(invoiceId, { ...partly, status: 'ACTIVE' })
    await recourse(invoiceId, { reasonCode: 'FRAUD' })
    expect(await lines(5, 'REPAID')).toEqual(['T AR_PURCHASED 1000000', 'T SETTLEMENT -1000000'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('bears its share of a credit note in the books too, and has it back', async () => {
    const debtor = newDebtor()
    const invoiceId = await activated(at, tenant, clientId, { debtor })
    await asked(at, tenant, invoiceId)
    await put(invoiceId, { ...terms, amount: '10000.00', status: 'ACTIVE' })
    const before = await trialOf(at, tenant.id)
    const note = await activated(at, tenant, clientId, { debtor, type: 'CREDIT_INVOICE' })
    const noted = await trialOf(at, tenant.id)
    const link = { creditId: note, debits: [{ id: invoiceId, amount: '5000' }] }
    const linked = await tenant.api.put('/invoices/link-multiple', link)
    expect(linked.status).toBe(200)
    const settlement = `${tenant.id} 1688 SEK`
    const moved = BigInt((await trialOf(at, tenant.id))[settlement]!) - BigInt(before[settlement]!)
    expect(moved).toBe(-400_000n)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const [event] = await at.owner(
      `select id from financial_event where type = 'CREDIT_LINK' and claim_id = $1`,
      [invoiceId],
    )
    const undone = await tenant.api.put(`/invoices/events/financial/${event?.['id']}/reverse`, {})
    expect(undone.status).toBe(200)
    expect(await trialOf(at, tenant.id)).toEqual(noted)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('the funding of an invoice', () => {
  test('is moved, active and repaid, each time with an event', async () => {
    const invoiceId = await financed()
    const proposed = await put(invoiceId, { ...terms, validTo: dayFromNow(at, 30) })
    expect(proposed.body).toMatchObject({
      ...terms,
      currency: 'SEK',
      status: 'PROPOSED',
      version: 1,
    })
    expect((await tenant.api.get(`/invoice-refinancing/${invoiceId}`)).body).toEqual(proposed.body)
    const active = await put(invoiceId, { status: 'ACTIVE', version: 1 })
    expect(active.body).toMatchObject({ status: 'ACTIVE', version: 2 })
    expect(await invoiceOf(invoiceId)).toMatchObject({ financing_status: 'REFINANCED' })
    expect((await put(invoiceId, { amount: '1.00' })).body.code).toBe('REFINANCING_ACTIVE')
    const back = await put(invoiceId, { status: 'PROPOSED' })
    expect(back.body.code).toBe('REFINANCING_MOVE_NOT_ALLOWED')
    expect((await put(invoiceId, { status: 'REPAID' })).body.status).toBe('REPAID')
    expect(await invoiceOf(invoiceId)).toMatchObject({ financing_status: 'FINANCED' })
    const events = await at.owner('select name from event where subject_id = $1 order by id', [
      proposed.body.id,
    ])
    expect(events.map(({ name }) => name)).toEqual([
      'refinancingCreated',
      'refinancingUpdated',
      'refinancingUpdated',
    ])
  })

  test.each([
    [{ amount: '1.00' }, '/toProviderCode', 'REQUIRED'],
    [{ toProviderCode: 'B' }, '/amount', 'REQUIRED'],
    [{ ...terms, amount: '1.005' }, '/amount', 'TOO_PRECISE'],
    [{ ...terms, validTo: '2020-01-01' }, '/validTo', 'IN_THE_PAST'],
  ])('is not moved by %j', async (body, pointer, code) => {
    const { status, body: answer } = await put(await financed(), body)
    expect(status).toBe(400)
    expect(answer.errors[0]).toMatchObject({ pointer, code })
  })

  test('costs its fee once it begins, however its amount follows the claim', async () => {
    const debtor = newDebtor()
    const invoiceId = await activated(at, tenant, clientId, { debtor })
    await asked(at, tenant, invoiceId)
    const own = { toProviderCode: 'BANK-FEE', amount: '10000.00', fee: '100.00' }
    const { body: proposed } = await put(invoiceId, own)
    await put(invoiceId, { status: 'ACTIVE' })
    expect(await postingsOf(at, tenant, `refinancing/${proposed.id}/1/FEE`)).toEqual([
      'T REFINANCING_COST 10000',
      'T SETTLEMENT -10000',
    ])
    const note = await activated(at, tenant, clientId, { debtor, type: 'CREDIT_INVOICE' })
    const debits = [{ id: invoiceId, amount: '5000' }]
    const linked = await tenant.api.put('/invoices/link-multiple', { creditId: note, debits })
    expect(linked.status).toBe(200)
    await put(invoiceId, { status: 'REPAID' })
    const { body } = await tenant.api.post('/settlement-accounts/search', {
      filters: { counterpartyCode: 'BANK-FEE' },
    })
    // 10,000 sold, 4,000 of it credited, 6,000 bought back: the fee is what is left.
    expect(body.data).toMatchObject([{ balance: '-100.00' }])
    const fees = await at.owner(
      `select 1 from settlement_account_transaction where tenant_id = $1 and type = 'FEE'`,
      [tenant.id],
    )
    expect(fees).toHaveLength(1)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is paid back also when less of the claim is open than was funded, or nothing', async () => {
    const invoiceId = await financed()
    expect((await put(invoiceId, { ...terms, status: 'ACTIVE' })).status).toBe(200)
    await at.owner('update invoice set balance = 100 where id = $1', [invoiceId])
    const longer = await put(invoiceId, { validTo: dayFromNow(at, 60) })
    expect(longer).toMatchObject({ status: 200, body: { amount: '12500.00' } })
    await at.owner('update invoice set balance = 0 where id = $1', [invoiceId])
    expect((await put(invoiceId, { validTo: null })).body.code).toBe('INVOICE_NOT_FINANCED')
    expect((await put(invoiceId, { status: 'REPAID' })).body).toMatchObject({ status: 'REPAID' })
    expect(await invoiceOf(invoiceId)).toMatchObject({ financing_status: 'FINANCED' })
    expect((await put(invoiceId, { status: 'ACTIVE' })).body.code).toBe('INVOICE_NOT_FINANCED')
  })

  test('is not more than the claim, and only that of a financed invoice', async () => {
    const invoiceId = await financed()
    const more = await put(invoiceId, { ...terms, amount: '12500.01' })
    expect(more.body).toMatchObject({ code: 'REFINANCING_EXCEEDS_CLAIM' })
    expect(more.body.detail).toContain('12500.00 SEK')
    const other = await activated(at, tenant, clientId)
    expect((await put(other, terms)).body.code).toBe('INVOICE_NOT_FINANCED')
    expect((await recourse(other)).body.code).toBe('INVOICE_NOT_FINANCED')
    const bound = await tenant.holding(['RefinanceInvoice'], { clientId, kind: 'CLIENT' })
    const refused = await bound.put(`/invoice-refinancing/${invoiceId}`, terms)
    expect(refused).toMatchObject({ status: 403, body: { code: 'CLIENT_MAY_NOT_DECIDE' } })
  })
})

describe('recourse', () => {
  test('is as far from the day on which the claim is due when that is moved', async () => {
    const invoiceId = await financed()
    const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${invoiceId}&type=DUE`)
    const plannedDate = dayFromNow(at, 90)
    const path = `/invoices/events/ledger/${body.data[0].id}`
    expect((await tenant.api.put(path, { plannedDate })).status).toBe(200)
    const { dueDate, recourseDate } = (await tenant.api.get(`/invoices/${invoiceId}`)).body.dates
    expect(dueDate >= plannedDate).toBe(true)
    expect(recourseDate >= plusDays(dueDate, 10)).toBe(true)
  })

  test('gives the claim back out of the reserve first, and frees the limits (P8)', async () => {
    const own = await financedClient(tenant, { terms: { recourse: true, recourseDays: 10 } })
    const invoiceId = await financed(own)
    const early = await recourse(invoiceId)
    expect(early.body).toMatchObject({ code: 'RECOURSE_NOT_DUE' })
    const { recourseDate } = (await tenant.api.get(`/invoices/${invoiceId}`)).body.dates
    expect(recourseDate >= dayFromNow(at, 35)).toBe(true)
    expect(early.body.detail).toContain(recourseDate)
    await at.owner('update invoice set recourse_date = $2 where id = $1', [
      invoiceId,
      dayFromNow(at, 0),
    ])
    const used = await recourse(invoiceId)
    expect(used).toMatchObject({ status: 200, body: { status: 'RECOURSED', amount: '12500.00' } })
    expect(await invoiceOf(invoiceId)).toMatchObject({
      product_code: 'INVOICE_SERVICE',
      financing_status: 'RECOURSED',
      main_status: 'ACTIVATED',
      balance: '1250000',
    })
    expect(await postingsOf(at, tenant, `recourse/${invoiceId}/1`)).toEqual([
      'C AR 1250000',
      'C CLEARING -1125000',
      'C CLEARING_RESERVE -125000',
      'T AR_PURCHASED -1250000',
      'T CLIENT_PAYABLE 1125000',
      'T RESERVE 125000',
    ])
    const [limit] = await at.owner(
      'select utilised::int as n from credit_status where client_id = $1',
      [own],
    )
    expect(limit).toEqual({ n: 0 })
    const events = await at.owner('select name from event where subject_id = $1', [used.body.id])
    expect(events.map(({ name }) => name)).toContain('recourse')
    const steps = await at.owner(
      `select type from invoice_ledger_event where invoice_id = $1 and type = 'RECOURSED'`,
      [invoiceId],
    )
    expect(steps).toHaveLength(1)
    expect((await recourse(invoiceId)).body.code).toBe('INVOICE_NOT_FINANCED')
  })

  test('is due at once for a breach, and a second purchase is a person’s to make', async () => {
    const invoiceId = await financed()
    expect((await recourse(invoiceId, { reasonCode: 'NOBODY' })).status).toBe(404)
    const used = await recourse(invoiceId, { reasonCode: 'FRAUD', text: 'Never delivered' })
    expect(used.status).toBe(200)
    const [event] = await at.owner(
      `select reason_code, text from financial_event where claim_id = $1 and type = 'RECOURSE'`,
      [invoiceId],
    )
    expect(event).toEqual({ reason_code: 'FRAUD', text: 'Never delivered' })
    const id = await asked(at, tenant, invoiceId)
    const again = (await tenant.api.get(`/factoring-decisions/invoice/${invoiceId}`)).body
    expect(again).toMatchObject({ id, status: 'WAITING' })
    const approve = { status: 'DECIDED', financeDecision: 'APPROVED' }
    expect((await tenant.api.put(`/factoring-decisions/${id}/move`, approve)).status).toBe(200)
    expect((await recourse(invoiceId, { reasonCode: 'FRAUD' })).status).toBe(200)
    expect(await postingsOf(at, tenant, `recourse/${invoiceId}/2`)).toHaveLength(6)
  })

  test('is not there where the terms had none', async () => {
    const without = await financedClient(tenant, { terms: { recourse: false } })
    expect((await recourse(await financed(without))).body.code).toBe('NO_RECOURSE')
  })

  test('of eight at once is one', async () => {
    const invoiceId = await financed()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => recourse(invoiceId, { reasonCode: 'FRAUD' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(codes).toEqual(Array(7).fill('INVOICE_NOT_FINANCED'))
  })
})

test('financing rules are the terms of the products that finance', async () => {
  const { data } = (await tenant.api.get(`/financing-rules?clientId=${clientId}`)).body
  expect(data.map(({ productCode }: { productCode: string }) => productCode).toSorted()).toEqual([
    'INVOICE_FACTORING_PLEDGE',
    'INVOICE_FACTORING_SELL',
  ])
  const sell = data.find(({ enabled }: { enabled: boolean }) => enabled)
  expect(sell).toMatchObject({
    advanceRate: '0.9',
    reserveRate: '0.1',
    commissionRate: '0.02',
    recourse: true,
    recourseDays: 10,
  })
  expect((await tenant.api.get(`/financing-rules/${sell.id}`)).body).toEqual(sell)
  const [service] = await at.owner(
    `select id from client_product where client_id = $1 and product_code = 'INVOICE_SERVICE'`,
    [clientId],
  )
  expect((await tenant.api.get(`/financing-rules/${service?.['id']}`)).status).toBe(404)
  const found = await tenant.api.post('/financing-rules/search', {
    filters: { clientId, productCode: 'INVOICE_FACTORING_PLEDGE' },
  })
  expect(found.body.data).toHaveLength(1)
})
