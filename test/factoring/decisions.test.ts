import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessDayFrom, plusDays } from '../../src/domain/dates.ts'
import { closedDaysOf } from '../../src/ports/calendar/closed-days.ts'
import { keptFrozen } from '../support/frozen.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { pdfText } from '../support/pdf-text.ts'
import { createdInvoice } from '../support/trade.ts'
import { activated, asked, decided, financedClient, newDebtor, postingsOf } from './ground.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const invoiceOf = async (id: string) =>
  (await at.owner('select * from invoice where tenant_id = $1 and id = $2', [tenant.id, id]))[0]!
const decisionOf = async (invoiceId: string) =>
  (await tenant.api.get(`/factoring-decisions/invoice/${invoiceId}`)).body
const eventsOf = async (subjectId: string) =>
  (
    await at.owner(
      `select name from event where tenant_id = $1 and type = 'FACTORING_STATUS'
       and subject_id = $2 order by id`,
      [tenant.id, subjectId],
    )
  ).map(({ name }) => name)

describe('the engine', () => {
  test('approves what keeps within all its criteria, and the claim is bought', async () => {
    const clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 30 } })
    const invoiceId = await activated(at, tenant, clientId)
    const booked = (await invoiceOf(invoiceId))['booked_date']
    const id = await asked(at, tenant, invoiceId)

    const decision = await decisionOf(invoiceId)
    expect(decision).toMatchObject({
      id,
      status: 'DECIDED',
      financeDecision: 'APPROVED',
      decidedBy: 'ENGINE',
      amount: '12500.00',
      currency: 'SEK',
      reserved: '0.00',
    })
    const { dueDate } = (await tenant.api.get(`/invoices/${invoiceId}`)).body.dates
    expect(decision.termsSnapshot).toMatchObject({
      gross: '12500.00',
      advance: '11250.00',
      reserve: '1250.00',
      commission: '250.00',
      commissionVat: '62.50',
      advanceRate: '0.9',
      recourseDate: businessDayFrom(plusDays(dueDate, 30), closedDaysOf('SE')),
    })
    expect(decision.limitSnapshot.client).toEqual({
      limit: '1000000.00',
      utilised: '0.00',
      reserved: '0.00',
    })
    const outcomes = decision.criteria.map(({ outcome }: { outcome: string }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['PASS']))
    expect(decision.history.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'READY_FOR_DECISION',
      'DECIDED',
    ])

    const invoice = await invoiceOf(invoiceId)
    expect(invoice).toMatchObject({
      main_status: 'ACTIVATED',
      product_code: 'INVOICE_FACTORING_SELL',
      financing_status: 'FINANCED',
      booked_date: booked,
    })
    expect(await postingsOf(at, tenant, `factoring/${id}/financed`)).toEqual([
      'C AR -1250000',
      'C CLEARING -31250',
      'C CLEARING 1125000',
      'C CLEARING_RESERVE 125000',
      'C FEE_FACTORING 25000',
      'C VAT_IN 6250',
      'T AR_PURCHASED 1250000',
      'T CLIENT_PAYABLE -1125000',
      'T CLIENT_PAYABLE 31250',
      'T FIN_REV -25000',
      'T RESERVE -125000',
      'T VAT_OUT_25 -6250',
    ])
    const [limit] = await at.owner(
      'select utilised::int as utilised, status from credit_status where client_id = $1',
      [clientId],
    )
    expect(limit).toEqual({ utilised: 1_250_000, status: 'OK' })
    const [ledger] = await at.owner(
      `select status from invoice_ledger_event where invoice_id = $1 and type = 'FINANCED'`,
      [invoiceId],
    )
    expect(ledger).toEqual({ status: 'DONE' })
    expect(await eventsOf(id)).toEqual(['requested', 'moved', 'approved'])
  })
})

describe('what the engine leaves or denies', () => {
  test('informs the debtor once that the claim is bought, and whom to pay', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId, { invoiceNumber: 'TOLD-1' })
    const documents = async () =>
      (await tenant.api.post('/documents/search', { filters: { invoiceId }, sort: ['createdAt'] }))
        .body.data
    const [own] = await documents()
    const text = async (id: string) => {
      const headers = { authorization: `Bearer ${tenant.api.token}` }
      const file = await at.app.request(`/documents/${id}/file`, { headers })
      return pdfText(Buffer.from(await file.arrayBuffer()))
        .flat()
        .join(' ')
    }
    expect(await text(own.id)).not.toContain('överlåten')
    const id = await asked(at, tenant, invoiceId)
    await decided(at, tenant, id)
    const [first, notice, ...more] = await documents()
    expect([first, more]).toEqual([own, []])
    expect(notice).toMatchObject({
      type: 'NOTICE_OF_ASSIGNMENT',
      ownerId: invoiceId,
      filename: 'Underrättelse om överlåtelse TOLD-1.pdf',
    })
    const [tenantRow] = await at.owner('select name from tenant where tenant_id = $1', [tenant.id])
    const told = await text(notice.id)
    expect(told).toContain(`överlåten till ${String(tenantRow?.['name'])}`)
    expect(told).toContain('TOLD-1')
    const events = await at.owner(
      `select type, name from event where tenant_id = $1 and subject_id = $2`,
      [tenant.id, notice.id],
    )
    expect(events).toEqual([{ type: 'DOCUMENT', name: 'created' }])
    const { debtorId } = await decisionOf(invoiceId)
    const debtor = await tenant.holding(['SearchDocument'], { debtorId, clientId, kind: 'DEBTOR' })
    const seen = await debtor.post('/documents/search', { filters: { invoiceId } })
    expect(seen.body.data.map(({ type }: { type: string }) => type)).toContain(
      'NOTICE_OF_ASSIGNMENT',
    )
  })

  test('the notice shows what is left of a claim in its own currency', async () => {
    const clientId = await financedClient(tenant)
    const of = { debtor: newDebtor(), currency: { invoiceCurrency: 'EUR' } }
    const rows = (price: string) => [{ description: 'x', quantity: '1', price, vatPercentage: 0 }]
    const more = { ...of, articleRows: rows('1000') }
    const invoiceId = await activated(at, tenant, clientId, more)
    const note = { ...of, type: 'CREDIT_INVOICE', articleRows: rows('400') }
    const creditId = await activated(at, tenant, clientId, note)
    await tenant.api.put('/invoices/link-multiple', { creditId, debits: [{ id: invoiceId }] })
    await asked(at, tenant, invoiceId)
    const ofNotice = `k.invoice_id = $1 and k.type = 'NOTICE_OF_ASSIGNMENT'`
    const notice = await keptFrozen(at, 'document', ofNotice, [invoiceId])
    expect(notice.gross).toBe('600.00')
  })
})

describe('where a criterion does not pass, the engine', () => {
  test('denies what a criterion denies, and says which', async () => {
    const clientId = await financedClient(tenant, { limit: '10000' })
    const invoiceId = await activated(at, tenant, clientId)
    const id = await asked(at, tenant, invoiceId)
    const decision = await decisionOf(invoiceId)
    expect(decision).toMatchObject({ status: 'DECIDED', financeDecision: 'DENIED' })
    const denied = decision.criteria.filter(
      ({ outcome }: { outcome: string }) => outcome === 'DENY',
    )
    expect(denied).toEqual([
      { criterion: 'CLIENT_LIMIT', value: '12500.00', bound: '10000.00', outcome: 'DENY' },
    ])
    expect(await invoiceOf(invoiceId)).toMatchObject({
      main_status: 'DENIED_FINANCING',
      product_code: 'INVOICE_SERVICE',
      financing_status: 'DENIED',
    })
    expect(await eventsOf(id)).toEqual(['requested', 'moved', 'denied'])
  })

  test.each([
    ['a limit that nobody has set', { limit: null }, 'CLIENT_LIMIT'],
    ['manual control', { terms: { manualControl: true } }, 'MANUAL_CONTROL'],
    ['a client that is not known yet', { kycStatus: 'PENDING' } as const, 'KYC'],
    ['a client that is leaving', {}, 'CLIENT_STATUS', 'OFFBOARDING'],
    ['a product that is off', { terms: { enabled: false } }, 'PRODUCT_ENABLED'],
  ])('leaves %s to an operator', async (_, business, criterion, since = 'ACTIVE') => {
    const clientId = await financedClient(tenant, business)
    const invoiceId = await activated(at, tenant, clientId)
    await at.owner('update client set status = $2 where id = $1', [clientId, since])
    await asked(at, tenant, invoiceId)
    const decision = await decisionOf(invoiceId)
    expect(decision).toMatchObject({ status: 'WAITING', financeDecision: null, decidedBy: null })
    const open = decision.criteria.filter(({ outcome }: { outcome: string }) => outcome !== 'PASS')
    expect(open).toMatchObject([{ criterion, outcome: 'MANUAL' }])
    expect(await invoiceOf(invoiceId)).toMatchObject({ financing_status: 'REQUESTED' })
  })

  test('leaves what it cannot do to an operator, with an errand', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId)
    const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
    // A denial of the debtor's paused claim stays possible; financing it does not.
    await at.owner(`update invoice set main_status = 'PAUSED' where id = $1`, [invoiceId])
    await decided(at, tenant, body.id)
    expect(await decisionOf(invoiceId)).toMatchObject({ status: 'WAITING' })
    expect((await decisionOf(invoiceId)).history.at(-1)).toMatchObject({
      code: 'INVOICE_NOT_ACTIVATED',
    })
    const errand = async () =>
      (await at.owner('select status, type from system_errand where subject_id = $1', [body.id]))[0]
    expect(await errand()).toEqual({ status: 'OPEN', type: 'CREDIT' })
    const denied = await tenant.api.put(`/factoring-decisions/${body.id}/move`, {
      status: 'DECIDED',
      financeDecision: 'DENIED_SERVICE',
    })
    expect(denied.status).toBe(200)
    expect(await errand()).toMatchObject({ status: 'RESOLVED' })
    expect(await invoiceOf(invoiceId)).toMatchObject({ main_status: 'PAUSED' })
  })

  test('run twice, it has its effect once', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId)
    const id = await asked(at, tenant, invoiceId)
    const before = await decisionOf(invoiceId)
    expect(await decided(at, tenant, id)).toMatchObject({ financeDecision: 'APPROVED' })
    expect(await decisionOf(invoiceId)).toEqual(before)
    expect(await eventsOf(id)).toHaveLength(3)
  })
})

describe('a request', () => {
  const request = (invoiceId: string, api = tenant.api) =>
    api.put(`/factoring-decisions/${invoiceId}/factoring`, {})

  test('is refused until the invoice is activated', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await createdInvoice(tenant, clientId)
    expect((await request(invoiceId)).body.code).toBe('INVOICE_NOT_ACTIVATED')
  })

  test('is refused for a product that is not the service', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId)
    await asked(at, tenant, invoiceId)
    expect((await request(invoiceId)).body).toMatchObject({
      status: 409,
      code: 'INVOICE_NOT_SERVICE',
    })
  })

  test('is refused for what nobody owes', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId)
    await at.owner('update invoice set balance = 0 where id = $1', [invoiceId])
    expect((await request(invoiceId)).body.code).toBe('INVOICE_NOT_FINANCEABLE')
  })

  test('is refused while the debtor is blocked for factoring, and for that alone', async () => {
    const clientId = await financedClient(tenant)
    const debtor = newDebtor({ identificationNumber: '559912-3451' })
    const invoiceId = await activated(at, tenant, clientId, { debtor })
    const blocked = { identificationNumber: '5599123451', products: ['CREDIT'] }
    expect((await tenant.api.post('/debtor-blocked', blocked)).status).toBe(201)
    await tenant.api.delete('/debtor-blocked/559912-3451')
    await tenant.api.post('/debtor-blocked', { ...blocked, products: ['FACTORING'] })
    expect((await request(invoiceId)).body.code).toBe('DEBTOR_BLOCKED')
    const bound = await tenant.holding(['UpdateCreditDecisionStatus'], { clientId, kind: 'CLIENT' })
    expect((await request(invoiceId, bound)).body.code).toBe('DEBTOR_BLOCKED')
    await tenant.api.delete('/debtor-blocked/5599123451')
    expect((await request(invoiceId)).status).toBe(200)
  })

  test('eight requests at once make one decision; the others are refused', async () => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(invoiceId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(codes).toEqual(Array(7).fill('DECISION_OPEN'))
    const rows = await at.owner('select 1 from factoring_decision where invoice_id = $1', [
      invoiceId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('starts its process', async () => {
    const clientId = await financedClient(tenant)
    const { body } = await request(await activated(at, tenant, clientId))
    const [told] = await at.owner('select kind, attributes from outbox where workflow_id = $1', [
      `factoring-decision/${tenant.id}/${body.id}`,
    ])
    expect(told).toMatchObject({ kind: 'start', attributes: { RxClient: clientId } })
  })

  test('of a client is heard, their move is not', async () => {
    const clientId = await financedClient(tenant, { limit: null })
    const bound = await tenant.holding(
      [
        'UpdateCreditDecisionStatus',
        'UpdateExternalFactoringDecision',
        'GetInvoiceCreditDecisionStatus',
      ],
      { clientId, kind: 'CLIENT' },
    )
    const invoiceId = await activated(at, tenant, clientId)
    const { status, body } = await request(invoiceId, bound)
    expect(status).toBe(200)
    const move = { status: 'DECIDED', financeDecision: 'APPROVED' }
    const refused = [
      await bound.put(`/factoring-decisions/${body.id}/move`, move),
      await bound.put('/factoring-decisions/move', { ids: [body.id], ...move }),
      await bound.put(`/factoring-decisions/${body.id}/move-external`, { decision: 'APPROVED' }),
    ]
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'CLIENT_MAY_NOT_DECIDE' } })
    }
    await decided(at, tenant, body.id)
    const seen = (await bound.get(`/factoring-decisions/invoice/${invoiceId}`)).body
    const names = seen.criteria.map(({ criterion }: { criterion: string }) => criterion)
    expect(names).toContain('CLIENT_LIMIT')
    expect(names).not.toContain('DEBTOR_LIMIT')
    const other = await financedClient(tenant)
    const stranger = await tenant.holding(['GetInvoiceCreditDecisionStatus'], {
      clientId: other,
      kind: 'CLIENT',
    })
    expect((await stranger.get(`/factoring-decisions/invoice/${invoiceId}`)).status).toBe(404)
  })
})
