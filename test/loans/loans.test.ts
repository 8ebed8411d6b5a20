import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { jobDone } from '../support/jobs.ts'
import {
  accountOf,
  applied,
  approve,
  approved,
  codeOf,
  good,
  loanOf,
  placeIn,
  profileIn,
  rolesOf,
  stepsOf,
  withdrawn,
} from '../support/loans.ts'
import { world } from '../support/world.ts'

const at = await world()

const place = () => placeIn(at)

test('a loan is applied for, approved, withdrawn by two, and paid back to the day', async () => {
  const of = await place()
  const id = await approved(of, { setupFee: '500', setupFeePercent: '0.5' })
  expect(await loanOf(of, id)).toMatchObject({
    status: 'APPROVED',
    decision: 'APPROVED',
    amountApproved: '100000.00',
    available: '100000.00',
  })
  const path = `/business-loans/${id}/withdraw`
  good(await of.one.put(path, { amount: '100000' }), 202)
  expect(codeOf(await of.one.put(path, { amount: '100000' }))).toEqual([409, 'SAME_APPROVER'])
  expect((await loanOf(of, id)).outstandingPrincipal).toBe('0.00')
  const loan = good(await of.other.put(path, { amount: '100000' }))
  expect(loan).toMatchObject({
    status: 'ACTIVE',
    outstandingPrincipal: '100000.00',
    available: '0.00',
    startDate: of.today,
    maturityDate: plusMonths(of.today, 6),
  })
  // 500 and half a per cent of 100,000 stay with the tenant.
  expect(await accountOf(of)).toBe('99000.00')
  expect(await rolesOf(of)).toEqual({
    'CLIENT CLEARING': '9900000',
    'CLIENT FEE_SERVICE': '100000',
    'CLIENT LOAN_LIABILITY': '-10000000',
    'TENANT CLIENT_PAYABLE': '-9900000',
    'TENANT LOAN_FEE_REV': '-100000',
    'TENANT LOAN_PRINCIPAL': '10000000',
  })
  good(await enterByHand(of.tenant.api, of.client.mainId, '10000'), 201)
  for (let month = 1; month <= 6; month++) {
    const day = plusMonths(of.today, month)
    expect(await jobDone(at, of.tenant, 'loan.due', day)).toMatchObject({ status: 'DONE' })
    expect(await driftsOf(at, of.tenant.id)).toEqual([])
  }
  expect(await stepsOf(of, id)).toEqual([
    'INSTALMENT 1 PAID 16254.84 1000.00 0.00',
    'INSTALMENT 2 PAID 16417.39 837.45 0.00',
    'INSTALMENT 3 PAID 16581.56 673.28 0.00',
    'INSTALMENT 4 PAID 16747.38 507.46 0.00',
    'INSTALMENT 5 PAID 16914.85 339.99 0.00',
    'INSTALMENT 6 PAID 17083.98 170.84 0.00',
  ])
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', outstandingPrincipal: '0.00' })
  // 109,000 less 103,529.02.
  expect(await accountOf(of)).toBe('5470.98')
  expect(await rolesOf(of)).toMatchObject({ 'TENANT LOAN_INT_REV': '-352902' })
  expect(await rolesOf(of)).not.toHaveProperty('TENANT LOAN_PRINCIPAL')
  const events = good(await of.tenant.api.get(`/business-loans/events?businessLoanId=${id}`))
  expect(events.data.map(({ type }: { type: string }) => type).toReversed()).toEqual([
    'APPLIED',
    'MOVED',
    'APPROVED',
    'WITHDRAWN',
    'CLOSED',
  ])
  const archived = good(await of.tenant.api.put(`/business-loans/${id}/archive/add`))
  expect(archived.status).toBe('ARCHIVED')
})

test('what is not decided, signed, guaranteed for or left is not withdrawn', async () => {
  const of = await place()
  const needs = { requiresSignature: true, requiresGuarantor: true }
  const id = await applied(of, needs)
  const path = `/business-loans/${id}`
  const wish = { amount: '50000' }
  expect(codeOf(await of.one.put(`${path}/withdraw`, wish))).toEqual([409, 'LOAN_NOT_DRAWABLE'])
  expect(codeOf(await approve(of, id))).toEqual([409, 'LOAN_GUARANTOR_MISSING'])
  const guarantors = [{ name: 'Astrid Berg', type: 'COMPANY', identificationNumber: '556677-8899' }]
  good(await of.tenant.api.put(path, { guarantors }))
  const found = good(await of.tenant.api.get(`${path}/guarantors`))
  expect(found.data).toMatchObject([{ name: 'Astrid Berg', status: 'ACTIVE', currency: 'SEK' }])
  good(await approve(of, id, { amount: '60000', rate: '10' }))
  expect(codeOf(await approve(of, id))).toEqual([409, 'LOAN_DECIDED'])
  expect(codeOf(await of.one.put(`${path}/withdraw`, wish))).toEqual([409, 'LOAN_NOT_SIGNED'])
  good(await of.tenant.api.put(path, { signedDate: of.today }))
  const more = await of.one.put(`${path}/withdraw`, { amount: '60000.01' })
  expect(codeOf(more)).toEqual([409, 'LOAN_LIMIT_EXCEEDED'])
  await withdrawn(of, id, '50000')
  const rest = await of.one.put(`${path}/withdraw`, { amount: '10000.01' })
  expect(codeOf(rest)).toEqual([409, 'LOAN_LIMIT_EXCEEDED'])
  expect(await withdrawn(of, id, '10000')).toMatchObject({ outstandingPrincipal: '60000.00' })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('an application is turned down with reasons, and terms change until then', async () => {
  const of = await place()
  const id = await applied(of)
  const path = `/business-loans/${id}`
  good(await of.tenant.api.put(`${path}/profile`, { rate: '9.5', instalmentFee: '25' }))
  expect(good(await of.tenant.api.get(`${path}/profile`))).toMatchObject({
    rate: '9.5',
    instalmentFee: '25.00',
  })
  const deny = `${path}/credit-decision/deny`
  const unknown = await of.tenant.api.put(deny, { reasonCodes: ['UNHEARD_OF'] })
  expect(codeOf(unknown)).toEqual([404, 'NOT_FOUND'])
  const reason = { code: 'TOO_RISKY', type: 'STOP', name: 'Too risky' }
  good(await of.tenant.api.post('/reason-code', reason), 201)
  const denied = good(await of.tenant.api.put(deny, { reasonCodes: ['TOO_RISKY'] }))
  expect(denied).toMatchObject({ status: 'DENIED', decision: 'DENIED', decisionStatus: 'DECIDED' })
  expect(codeOf(await of.tenant.api.put(`${path}/profile`, { rate: '1' }))).toEqual([
    409,
    'LOAN_DECIDED',
  ])
})

test('what is not paid is late and costs more, then the loan is in default until it is', async () => {
  const of = await place()
  const id = await approved(of, { lateFee: '60', graceDays: 5, defaultDays: 40 })
  await withdrawn(of, id, '100000')
  good(await enterByHand(of.tenant.api, of.client.mainId, '-99000'), 201)
  const due = plusMonths(of.today, 1)
  await jobDone(at, of.tenant, 'loan.due', due)
  // 1,000 were there: the interest first.
  expect(await stepsOf(of, id)).toContain('INSTALMENT 1 PARTLY_PAID 16254.84 1000.00 0.00')
  expect(await loanOf(of, id)).toMatchObject({ accruedInterest: '0.00', feesDue: '0.00' })
  await jobDone(at, of.tenant, 'loan.due', plusDays(due, 5))
  expect(await loanOf(of, id)).toMatchObject({ feesDue: '0.00' })
  await jobDone(at, of.tenant, 'loan.due', plusDays(due, 6))
  await jobDone(at, of.tenant, 'loan.due', plusDays(due, 7))
  expect(await loanOf(of, id)).toMatchObject({ feesDue: '60.00', status: 'ACTIVE' })
  const more = await of.one.put(`/business-loans/${id}/withdraw`, { amount: '1' })
  expect(codeOf(more)[0]).toBe(409)
  await jobDone(at, of.tenant, 'loan.due', plusDays(due, 41))
  expect(await loanOf(of, id)).toMatchObject({ status: 'DEFAULTED' })
  good(await enterByHand(of.tenant.api, of.client.mainId, '40000'), 201)
  await jobDone(at, of.tenant, 'loan.due', plusDays(due, 42))
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', feesDue: '0.00' })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('a repayment is shown before it is made, and does what was shown', async () => {
  const of = await place()
  const id = await approved(of)
  await withdrawn(of, id, '100000')
  const path = `/business-loans/${id}`
  const summary = `${path}/installment/summary`
  const before = good(await of.tenant.api.put(summary, {}))
  expect(before.instalments.map(({ total }: { total: string }) => total)).toEqual([
    ...Array.from({ length: 5 }, () => '17254.84'),
    '17254.82',
  ])
  const repaying = { amount: '50000', mode: 'SMALLER' }
  const shown = good(await of.tenant.api.put(summary, { repayment: repaying }))
  // Half the loan, so half the instalments.
  expect(shown.instalments[0]).toMatchObject({ total: '8627.42', interest: '500.00' })
  expect((await loanOf(of, id)).outstandingPrincipal).toBe('100000.00')
  const fewer = { repayment: { amount: '50000', mode: 'FEWER' } }
  expect(good(await of.tenant.api.put(summary, fewer)).instalments).toHaveLength(3)
  const events = `${path}/financial-events`
  const all = await of.tenant.api.post(events, { type: 'REPAYMENT', amount: '100000.01' })
  expect(codeOf(all)).toEqual([409, 'LOAN_REPAID_TOO_MUCH'])
  good(await of.tenant.api.post(events, { type: 'REPAYMENT', ...repaying }))
  expect(good(await of.tenant.api.put(summary, {})).instalments).toEqual(shown.instalments)
  expect(await loanOf(of, id)).toMatchObject({ outstandingPrincipal: '50000.00' })
  good(await of.tenant.api.post(events, { type: 'FEE', amount: '95', text: 'Certificate' }))
  expect(good(await of.tenant.api.get(`${path}/fees`)).data).toMatchObject([
    { type: 'LOAN_FEE', amount: '95.00' },
  ])
  good(await of.tenant.api.post(events, { type: 'REPAYMENT', amount: '95' }))
  const left = await of.tenant.api.post(events, { type: 'REPAYMENT', amount: '50000' })
  expect(codeOf(left)).toEqual([409, 'BALANCE_TOO_SMALL'])
  good(await enterByHand(of.tenant.api, of.client.mainId, '95'), 201)
  good(await of.tenant.api.post(events, { type: 'REPAYMENT', amount: '50000' }))
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED' })
  const made = good(await of.tenant.api.get(events)).data
  expect(made.map(({ type }: { type: string }) => type).toReversed()).toEqual([
    'LOAN_DISBURSED',
    'INSTALMENT_PAID',
    'LOAN_FEE',
    'INSTALMENT_PAID',
    'INSTALMENT_PAID',
  ])
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('of a credit line what was repaid is withdrawn again', async () => {
  const of = await place()
  const id = await approved(of, { loanType: 'CREDIT_LINE', amortization: 'BULLET' })
  await withdrawn(of, id, '100000')
  const events = `/business-loans/${id}/financial-events`
  good(await of.tenant.api.post(events, { type: 'REPAYMENT', amount: '100000' }))
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', available: '100000.00' })
  expect(await withdrawn(of, id, '40000')).toMatchObject({ available: '60000.00' })
  expect(await stepsOf(of, id)).toEqual([
    ...[1, 2, 3, 4, 5].map((n) => `INSTALMENT ${n} PLANNED 0.00 400.00 0.00`),
    'INSTALMENT 6 PLANNED 40000.00 400.00 0.00',
  ])
})

test.each([
  [{ termMonths: 0 }, '/termMonths'],
  [{ termMonths: 61 }, '/termMonths'],
  [{ amount: '999.99' }, '/amount'],
  [{ amount: '1000000.01' }, '/amount'],
  [{ amount: '5000.001' }, '/amount'],
])('no loan is applied for with %o', async (wrong, pointer) => {
  const of = await place()
  const loanProfileId = await profileIn(of)
  const loan = { clientId: of.client.id, loanProfileId, amount: '100000', termMonths: 6, ...wrong }
  const answer = await of.tenant.api.post('/business-loans', loan)
  expect(answer.status).toBe(400)
  expect(answer.body.errors[0].pointer).toBe(pointer)
})

test('a plan is calculated for any terms, with what it costs in all', async () => {
  const of = await place()
  const terms = { amount: '100000', currency: 'SEK', termMonths: 12, rate: '12' }
  const path = '/business-loans/installment/summary'
  expect(good(await of.tenant.api.put(path, terms)).effectiveRate).toBe('12.68')
  const dearer = good(await of.tenant.api.put(path, { ...terms, setupFee: '1000' }))
  expect(dearer).toMatchObject({ effectiveRate: '14.84', setupFee: '1000.00' })
})
