import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { plusMonths } from '../../src/domain/loans/day-count.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import {
  accountOf,
  approved,
  codeOf,
  good,
  loanDay,
  loanOf,
  placeIn,
  rolesOf,
  stepsOf,
  withdrawn,
} from '../support/loans.ts'
import { world } from '../support/world.ts'

const at = await world()

test('a loan is written off by two; the client owes it all the same, and what it pays makes the loss smaller', async () => {
  const of = await placeIn(at, { LOAN_WRITE_OFF: 'ALWAYS' })
  const id = await approved(of, { autoSetOff: false, lateFee: '60' })
  await withdrawn(of, id, '100000')
  const due = plusMonths(of.today, 1)
  await loanDay(of, due)
  await loanDay(of, plusDays(due, 1))
  const events = `/business-loans/${id}/financial-events`
  const rights = ['CreateCollectionBatchFinancialEvent'] as const
  const [one, other] = [await of.tenant.holding(rights), await of.tenant.holding(rights)]
  const writeOff = { type: 'WRITE_OFF' }
  expect(good(await one.post(events, writeOff), 202).confirmationRequired).toBe(true)
  expect(codeOf(await one.post(events, writeOff))).toEqual([409, 'SAME_APPROVER'])
  expect(await loanOf(of, id)).toMatchObject({ status: 'ACTIVE', writtenOffDate: null })
  good(await other.post(events, writeOff))
  expect(await loanOf(of, id)).toMatchObject({
    status: 'WRITTEN_OFF',
    writtenOffDate: of.today,
    outstandingPrincipal: '100000.00',
    accruedInterest: '1000.00',
    feesDue: '60.00',
  })
  expect(await stepsOf(of, id)).toEqual([
    'INSTALMENT 2 DUE 83745.16 0.00 0.00',
    'INSTALMENT 1 LATE 16254.84 1000.00 0.00',
    'FEE 1 DUE 0.00 0.00 60.00',
  ])
  expect(await rolesOf(of)).toEqual({
    'CLIENT CLEARING': '10000000',
    'CLIENT INT_EXP': '100000',
    'CLIENT LOAN_INT_PAYABLE': '-100000',
    'CLIENT LOAN_LIABILITY': '-10000000',
    'TENANT CLIENT_PAYABLE': '-10000000',
    'TENANT CREDIT_LOSS': '10100000',
    'TENANT LOAN_INT_REV': '-100000',
  })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
  // It bears no interest, takes no fee, is not drawn on, and nothing is taken by itself.
  await loanDay(of, plusMonths(of.today, 4))
  expect(await loanOf(of, id)).toMatchObject({ accruedInterest: '1000.00', feesDue: '60.00' })
  const refused = [
    await one.post(events, { type: 'FEE', amount: '10' }),
    await one.post(events, writeOff),
    await of.one.put(`/business-loans/${id}/withdraw`, { amount: '10' }),
  ]
  expect(refused.map(codeOf)).toEqual([
    [409, 'LOAN_NOT_RUNNING'],
    [409, 'LOAN_NOT_RUNNING'],
    [409, 'LOAN_NOT_DRAWABLE'],
  ])
  const archive = `/business-loans/${id}/archive`
  expect(good(await of.tenant.api.put(`${archive}/add`)).status).toBe('ARCHIVED')
  expect(codeOf(await one.post(events, { type: 'REPAYMENT', amount: '1' }))[1]).toBe(
    'LOAN_NOT_RUNNING',
  )
  expect(good(await of.tenant.api.put(`${archive}/remove`)).status).toBe('WRITTEN_OFF')
  good(await one.post(events, { type: 'REPAYMENT', amount: '2060' }))
  expect(await rolesOf(of)).toMatchObject({
    'TENANT CREDIT_LOSS': '9900000',
    'TENANT LOAN_FEE_REV': '-6000',
    'CLIENT LOAN_LIABILITY': '-9900000',
  })
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
  good(await enterByHand(of.tenant.api, of.client.mainId, '10000'), 201)
  const more = await one.post(events, { type: 'REPAYMENT', amount: '99000.01' })
  expect(codeOf(more)).toEqual([409, 'LOAN_REPAID_TOO_MUCH'])
  good(await one.post(events, { type: 'REPAYMENT', amount: '99000' }))
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', outstandingPrincipal: '0.00' })
  expect(await rolesOf(of)).not.toHaveProperty('TENANT CREDIT_LOSS')
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('a credit line that was lost and is repaid is over, whatever was left of its term', async () => {
  const of = await placeIn(at, { LOAN_WRITE_OFF: 'OFF' })
  const id = await approved(of, { loanType: 'CREDIT_LINE', amortization: 'BULLET' })
  await withdrawn(of, id, '10000')
  const enter = (sent: object) => of.tenant.api.post(`/business-loans/${id}/financial-events`, sent)
  good(await enter({ type: 'WRITE_OFF' }))
  expect(await rolesOf(of)).toMatchObject({ 'TENANT CREDIT_LOSS': '1000000' })
  good(await enter({ type: 'REPAYMENT', amount: '10000' }))
  expect(await loanOf(of, id)).toMatchObject({ status: 'CLOSED', outstandingPrincipal: '0.00' })
  expect(await rolesOf(of)).not.toHaveProperty('TENANT CREDIT_LOSS')
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test.each([
  [{ type: 'WRITE_OFF', amount: '1' }, 'OF_ALL'],
  [{ type: 'FEE' }, 'AMOUNT_MISSING'],
  [{ type: 'REPAYMENT' }, 'AMOUNT_MISSING'],
  [{ type: 'REPAYMENT', amount: '1.001' }, 'TOO_PRECISE'],
])('nothing happens on a loan by %o', async (wrong, code) => {
  const of = await placeIn(at)
  const id = await approved(of)
  await withdrawn(of, id, '100000')
  const answer = await of.tenant.api.post(`/business-loans/${id}/financial-events`, wrong)
  expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { code, pointer: '/amount' }])
  expect(await accountOf(of)).toBe('100000.00')
})

test('of what happens at once to a loan each is done once, or refused, and nothing is lost', async () => {
  const of = await placeIn(at)
  const id = await approved(of)
  await withdrawn(of, id, '60000')
  const path = `/business-loans/${id}`
  const events = `${path}/financial-events`
  const repay = () => of.tenant.api.post(events, { type: 'REPAYMENT', amount: '40000' })
  const answers = await Promise.all([repay(), repay()])
  const statuses = answers.map(codeOf).toSorted(([a], [b]) => Number(a) - Number(b))
  expect(statuses).toEqual([
    [200, undefined],
    [409, 'LOAN_REPAID_TOO_MUCH'],
  ])
  expect(await accountOf(of)).toBe('20000.00')
  good(await of.one.put(`${path}/withdraw`, { amount: '40000' }), 202)
  const due = plusMonths(of.today, 1)
  const atOnce = await Promise.all([
    of.other.put(`${path}/withdraw`, { amount: '40000' }),
    of.tenant.api.post(events, { type: 'REPAYMENT', amount: '100' }),
    loanDay(of, due),
    loanDay(of, due),
  ])
  expect([200, 202, 409]).toContain(atOnce[0].status)
  expect(await driftsOf(at, of.tenant.id)).toEqual([])
})

test('a client sees its own loans, and reaches none of others', async () => {
  const of = await placeIn(at)
  const id = await approved(of)
  await withdrawn(of, id, '1000')
  const elsewhere = await of.tenant.holding(
    ['ReadBusinessLoan', 'CreateBusinessLoanWithdrawal', 'CreateCollectionBatchFinancialEvent'],
    { clientId: (await bookedClient(of.tenant)).id },
  )
  const path = `/business-loans/${id}`
  const answers = [
    await elsewhere.get(path),
    await elsewhere.put(`${path}/withdraw`, { amount: '10' }),
    await elsewhere.post(`${path}/financial-events`, { type: 'REPAYMENT', amount: '10' }),
    await elsewhere.post(`${path}/financial-events`, { type: 'WRITE_OFF' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await loanOf(of, id)).toMatchObject({ outstandingPrincipal: '1000.00' })
})

test('whether it takes two hangs on all that is owed, interest and fees too', async () => {
  const of = await placeIn(at, { LOAN_WRITE_OFF: 'ABOVE:100000' })
  const event = { type: 'WRITE_OFF' }
  const lost = async () => {
    const id = await approved(of, { autoSetOff: false })
    await withdrawn(of, id, '100000')
    return { id, path: `/business-loans/${id}/financial-events` }
  }
  const [alone, due] = [await lost(), await lost()]
  good(await of.tenant.api.post(alone.path, event))
  await loanDay(of, plusMonths(of.today, 1))
  good(await of.tenant.api.post(due.path, event), 202)
  expect(await loanOf(of, due.id)).toMatchObject({ status: 'ACTIVE', accruedInterest: '1000.00' })
})
