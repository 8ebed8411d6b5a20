import { describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { personIn, traceOf } from '../access/people.ts'
import { automationsOf, carried, note, runsOf } from '../automation/running.ts'
import { usual } from '../conformance/given.ts'
import { newDebtor } from '../factoring/ground.ts'
import { enterByHand } from '../support/booked-client.ts'
import { asked as askedForLoan } from '../support/loans.ts'
import { Rows } from '../support/rows.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { apiAs, tenantIn, worldWithTenant, type Answered } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const two = await tenantIn(at, 'Two close', { STAFF_INVITATION: 'OFF' })

const move = (clientId: string, status: string, of = tenant) =>
  of.api.put(`/clients/${clientId}`, { status })

async function closed(clientId: string, of = tenant): Promise<void> {
  for (const status of ['OFFBOARDING', 'CLOSED']) {
    const answer = await move(clientId, status, of)
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status })
  }
}

const codeOf = ({ status, body }: Answered) => [status, body.code]
const inTheWay = ({ body }: Answered): string[] => {
  expect(body.code).toBe('CLIENT_IN_BUSINESS')
  return body.errors.map(({ code, pointer }: { code: string; pointer: string }) => {
    expect(pointer).toBe('/status')
    return code
  })
}

const weekly = {
  name: 'Open claims',
  cron: '30 7 * * 1',
  recipients: ['kim@factor.example'],
  reportId: 'open-claims-by-age',
}
const scheduling: Right[] = [
  'CreateQueryReportScheduler',
  'ReadQueryReportScheduler',
  'UpdateQueryReportScheduler',
  'QueryReport',
]
const automating: Right[] = ['CreateAutomation', 'ReadAutomation', 'CreateNote', 'ReadInvoices']

describe('what hangs on a client ends as it is closed', () => {
  test('its schedules are switched off, say why, and are not switched on before it is open', async () => {
    const [clientId, other] = [await clientIn(tenant), await clientIn(tenant)]
    const own = await personIn(at, tenant, { rights: scheduling, clientId })
    const path = '/scheduler/query-report'
    const ids = [
      (await own.api.post(path, weekly)).body.id,
      (await tenant.api.post(path, { ...weekly, clientId })).body.id,
    ]
    const kept = (await tenant.api.post(path, { ...weekly, clientId: other })).body.id
    await closed(clientId)
    const shown = async (id: string) => (await tenant.api.get(`${path}/${id}`)).body
    for (const id of ids) {
      const off = { enabled: false, suspendedFor: 'CLIENT_CLOSED', nextRunAt: null }
      expect(await shown(id)).toMatchObject(off)
      expect(codeOf(await tenant.api.put(`${path}/${id}`, { enabled: true }))).toEqual([
        409,
        'CLIENT_CLOSED',
      ])
      expect((await traceOf(at, id)).events).toEqual(['created', 'updated'])
    }
    expect(await shown(kept)).toMatchObject({ enabled: true, suspendedFor: null })
    expect(codeOf(await tenant.api.post(path, { ...weekly, clientId }))).toEqual([
      409,
      'CLIENT_CLOSED',
    ])
    await move(clientId, 'OFFBOARDING')
    const on = await tenant.api.put(`${path}/${ids[1]}`, { enabled: true })
    expect(on.body).toMatchObject({ enabled: true, suspendedFor: null })
  })

  test('its automations act no more, and what has not acted yet does not', async () => {
    const clientId = await clientIn(tenant)
    const { on } = automationsOf(at, tenant)
    const rules = [{ actions: [note('seen')] }]
    const own = await personIn(at, tenant, { rights: automating, clientId })
    const mine = await own.api.post('/automation', { name: 'Own', type: 'INVOICE', rules })
    expect(mine.status, JSON.stringify(mine.body)).toBe(201)
    const about = await on({ clientId, rules })
    const invoice = await createdInvoice(tenant, clientId)
    await closed(clientId)
    await carried(at, tenant)
    expect((await tenant.api.get(`/invoices/${invoice}/notes`)).body.data).toEqual([])
    for (const id of [mine.body.id, about]) {
      const off = { enabled: false, suspendedFor: 'CLIENT_CLOSED' }
      expect((await tenant.api.get(`/automation/${id}`)).body).toMatchObject(off)
      expect(codeOf(await tenant.api.put(`/automation/${id}`, { enabled: true }))).toEqual([
        409,
        'CLIENT_CLOSED',
      ])
    }
    expect(await runsOf(tenant, about)).toMatchObject([{ status: 'ENDED', code: 'AUTOMATION_OFF' }])
    const added = { name: 'More', type: 'INVOICE', clientId, rules }
    expect(codeOf(await tenant.api.post('/automation', added))).toEqual([409, 'CLIENT_CLOSED'])
    await move(clientId, 'OFFBOARDING')
    const again = await tenant.api.put(`/automation/${about}`, { enabled: true })
    expect(again.body).toMatchObject({ enabled: true, suspendedFor: null })
  })

  test('nobody answers what it asked for, or agrees to what was asked about it', async () => {
    const clientId = await clientIn(two)
    const rights: Right[] = ['CreateClientInvoiceRequest', 'ReadClientInvoiceRequest']
    const client = await two.holding(rights, { clientId })
    const invoiceId = await createdInvoice(two, clientId)
    const sent = { invoiceId, type: 'OTHER', text: 'Please', data: {} }
    const request = await client.post('/client-invoice-request', sent)
    expect(request.status, JSON.stringify(request.body)).toBe(201)
    const account = { kind: 'BANKGIRO', number: '5050-1055', holderName: 'Client AB', clientId }
    const pending = await two.api.post('/client-bank-account', account)
    expect(pending.status, JSON.stringify(pending.body)).toBe(202)
    await two.api.put(`/clients/${clientId}/sync/enable`)
    await closed(clientId, two)
    expect(codeOf(await two.api.post('/client-bank-account', account))).toEqual([
      409,
      'CLIENT_CLOSED',
    ])
    const answer = (await two.api.get(`/client-invoice-request/${request.body.id}`)).body
    expect(answer).toMatchObject({
      status: 'DECLINED',
      comments: [{ text: 'The client was closed.' }],
    })
    const inbox = await two.api.get(`/internal-request/${pending.body.internalRequestId}`)
    expect(inbox.body).toMatchObject({ status: 'CANCELLED', comment: 'The client was closed.' })
    expect((await two.api.get(`/clients/${clientId}/sync`)).body.status).toBe('DISABLED')
    const kyc = await two.api.post('/errands/system/search', {
      filters: { type: 'KYC', clientId },
    })
    expect(kyc.body.data).toMatchObject([{ status: 'RESOLVED' }])
  })
})

describe('who is bound to a client', () => {
  const rights: Right[] = ['ReadInvoices', 'GenerateClientToken', 'CreateServiceAccount']

  test('gets in no more once it is closed, by nothing that was there', async () => {
    const [clientId, other] = [await clientIn(tenant), await clientIn(tenant)]
    const person = await personIn(at, tenant, { rights, clientId })
    const stays = await personIn(at, tenant, { rights, clientId: other })
    const invited = await tenant.api.post('/users', { email: 'x@y.example', name: 'X', clientId })
    const byHand = await person.api.post('/token/client/generate', { rights: ['ReadInvoices'] })
    const ofTenant = { clientId, rights: ['ReadInvoices'], tenantsOwn: true }
    const made = await tenant.api.post('/token/client/generate', ofTenant)
    const debtor = (await tenant.api.get(`/invoices/${await createdInvoice(tenant, clientId)}`))
      .body
    const debtors = await tenant.api.post('/token/debtor/generate', {
      debtorId: debtor.debtorId,
      rights: ['ReadInvoices'],
    })
    const tokens = [byHand, made, debtors].map(({ body }) => apiAs(at, body.token))
    const all = [person.api, ...tokens]
    for (const api of all) expect((await api.get('/invoices')).status).toBe(200)
    const machine = await tenant.api.post('/service-accounts', { name: 'Its machine', clientId })
    await closed(clientId)
    for (const api of all) expect((await api.get('/invoices')).status).toBe(401)
    expect((await stays.api.get('/invoices')).status).toBe(200)
    for (const id of [person.id, invited.body.id]) {
      expect((await tenant.api.get(`/users/${id}`)).body.status).toBe('DISABLED')
      expect((await traceOf(at, id)).events).toContain('disabled')
    }
    expect((await tenant.api.get(`/service-accounts/${machine.body.id}`)).body.active).toBe(false)
    for (const answer of [
      await tenant.api.put(`/users/${person.id}/toggle`, { active: true }),
      await tenant.api.put(`/service-accounts/${machine.body.id}`, { active: true }),
      await tenant.api.post('/users', { email: 'z@y.example', name: 'Z', clientId }),
      await tenant.api.post('/client-users', { email: 'v@y.example', name: 'V', clientId }),
      await tenant.api.post('/service-accounts', { name: 'Another', clientId }),
      await tenant.api.post('/token/client/generate', { clientId, rights: ['ReadInvoices'] }),
      await tenant.api.post('/token/client/portal/generate', { clientId, rights: [] }),
      await tenant.api.post('/token/debtor/generate', { debtorId: debtor.debtorId }),
    ]) {
      expect(codeOf(answer)).toEqual([409, 'CLIENT_CLOSED'])
    }
  })

  test('is let in by nobody while it is being closed', async () => {
    const clientId = await clientIn(tenant)
    await move(clientId, 'OFFBOARDING')
    const added = Array.from(
      { length: 12 },
      (_, n) => () =>
        tenant.api.post('/users', { email: `race${n}@y.example`, name: 'Late', clientId }),
    )
    const calls = [...added.slice(0, 6), () => move(clientId, 'CLOSED'), ...added.slice(6)]
    const answers = await Promise.all(calls.map((call) => call()))
    expect(answers[6]?.status).toBe(200)
    for (const answer of answers) {
      if (answer.status >= 300) expect(codeOf(answer)).toEqual([409, 'CLIENT_CLOSED'])
    }
    const { body } = await tenant.api.post('/users/search', { filters: { clientId } })
    const statuses = new Set(body.data.map(({ status }: { status: string }) => status))
    expect([...statuses].filter((status) => status !== 'DISABLED')).toEqual([])
  })
})

describe('a client is not closed', () => {
  test('while anything of it is open, and hears of all of it at once', async () => {
    const clientId = await clientIn(tenant)
    const invoiceId = await activatedInvoice(tenant, clientId, { debtor: newDebtor() })
    const accounts = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body.data
    const main = accounts.find(({ type }: { type: string }) => type === 'MAIN')
    await enterByHand(tenant.api, main.id, '100')
    await askedForLoan({ tenant }, clientId)
    await tenant.api.post('/payments', { amount: '70.00', currency: 'SEK', clientId })
    await move(clientId, 'OFFBOARDING')
    const answer = await move(clientId, 'CLOSED')
    expect(answer.status).toBe(409)
    expect(inTheWay(answer).toSorted()).toEqual([
      'BALANCE_LEFT',
      'INVOICES_OPEN',
      'LOANS_RUNNING',
      'PAYMENTS_WAITING',
    ])
    expect((await tenant.api.get(`/clients/${clientId}`)).body.status).toBe('OFFBOARDING')
    expect((await tenant.api.get(`/invoices/${invoiceId}`)).body.statuses.main).toBe('ACTIVATED')
  })

  test.each([
    ['PAYOUTS_UNDER_WAY', 'payout', { status: 'BOOKED' }],
    ['PAYERS_ASKED', 'payment_request', { status: 'SENT' }],
    ['RETURNS_UNDER_WAY', 'payment_return', { status: 'RETURNED' }],
    ['DECISIONS_OPEN', 'factoring_decision', { status: 'WAITING' }],
    ['CHARGES_NOT_BILLED', 'charge', { status: 'AUTHORIZED' }],
    ['CHARGES_NOT_BILLED', 'bill', { status: 'CREATED' }],
  ])('while it has what is %s: a %s', async (code, table, fields) => {
    const clientId = await clientIn(tenant)
    await move(clientId, 'OFFBOARDING')
    const wanted = table === 'payout' ? ['clientAccountId'] : []
    await new Rows(at, tenant.id, usual, clientId).add(table, fields, wanted)
    expect(inTheWay(await move(clientId, 'CLOSED'))).toContain(code)
  })

  test('by who speaks for one client alone', async () => {
    const clientId = await clientIn(tenant)
    await move(clientId, 'OFFBOARDING')
    const own = await tenant.holding(['UpdateClients'], { clientId })
    expect((await own.put(`/clients/${clientId}`, { status: 'CLOSED' })).status).toBe(403)
  })
})

describe('a client that was closed', () => {
  test('is opened again to be wound up, and asked anew who it is before it is financed', async () => {
    const clientId = await clientIn(tenant)
    const approved = { kycStatus: 'APPROVED', nextReviewAt: '2099-01-01' }
    await tenant.api.put(`/clients/${clientId}/settings/compliance`, approved)
    const person = await personIn(at, tenant, { rights: ['ReadInvoices'], clientId })
    await closed(clientId)
    for (const status of ['ACTIVE', 'PAUSED', 'ONBOARDING']) {
      expect(codeOf(await move(clientId, status))[1]).toBe('CLIENT_STATUS_NOT_ALLOWED')
    }
    expect((await move(clientId, 'OFFBOARDING')).body.status).toBe('OFFBOARDING')
    expect((await move(clientId, 'ACTIVE')).body.status).toBe('ACTIVE')
    const compliance = await tenant.api.get(`/clients/${clientId}/settings/compliance`)
    expect(compliance.body).toMatchObject({ kycStatus: 'EXPIRED' })
    const kyc = await tenant.api.post('/errands/system/search', {
      filters: { type: 'KYC', clientId, status: 'OPEN' },
    })
    expect(kyc.body.data).toHaveLength(1)
    // Who was let in before is let in by somebody again.
    expect((await tenant.api.get(`/users/${person.id}`)).body.status).toBe('DISABLED')
    const on = await tenant.api.put(`/users/${person.id}/toggle`, { active: true })
    expect(on.body.status).toBe('ACTIVE')
    expect((await traceOf(at, clientId)).events).toEqual(
      expect.arrayContaining(['closed', 'updated', 'activated']),
    )
  })

  test('borrows nothing, nor does one that leaves', async () => {
    const clientId = await clientIn(tenant)
    const loanId = await askedForLoan({ tenant }, clientId)
    await move(clientId, 'OFFBOARDING')
    const approve = await tenant.api.put(`/business-loans/${loanId}/credit-decision/move`, {
      status: 'READY_FOR_DECISION',
    })
    expect(approve.status).toBe(200)
    const path = `/business-loans/${loanId}/credit-decision/approve`
    expect(codeOf(await tenant.api.put(path, {}))).toEqual([409, 'CLIENT_OFFBOARDING'])
  })
})
