import { expect, test } from 'vitest'
import { readPaymentRequest } from '../../src/activities/payments/requests/carry-request.ts'
import { activated, newDebtor } from '../factoring/ground.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { activatedInvoice } from '../support/trade.ts'
import { bankruptcies } from './bankruptcies.ts'

const { at, tenant, clientId, company, declare, runTasks } = await bankruptcies()
const { methodId } = await payableBy(tenant, clientId)

const ask = (claimId: string) => tenant.api.post('/payment-requests', { methodId, claimId })

test('a bankrupt is asked for nothing more, and its open requests end', async () => {
  const { claim, number } = await company()
  const { body: request } = await ask(claim)
  expect(request.status).toBe('CREATED')
  await declare(number)
  const workflowId = `payment-request/${tenant.id}/${request.id}/1`
  const signals = await at.owner(
    `select signal from outbox where kind = 'signal' and workflow_id = $1`,
    [workflowId],
  )
  expect(signals).toEqual([{ signal: 'closed' }])
  const { runtime, clock } = at
  await readPaymentRequest({
    runtime,
    tenantId: tenant.id,
    entityId: request.id,
    now: clock.now,
    workflowId,
  })
  const ended = await tenant.api.get(`/payment-requests/${request.id}`)
  expect(ended.body.status).toBe('CANCELLED')
  const again = await ask(claim)
  expect([again.status, again.body.code]).toEqual([409, 'DEBTOR_BANKRUPT'])
  await tenant.api.delete(`/system-debtors/${number}/bankruptcy`)
  await runTasks()
  expect((await ask(claim)).status).toBe(201)
})

/** A debtor that paid 12,500.00 from its account, and has 1,250.00 to its credit. */
async function creditor() {
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  const paid = await tenant.api.put(`/invoices/${claim}/actions/payment`, {
    amount: '12500.00',
    payerAccount: '5050-1055',
  })
  expect(paid.status).toBe(200)
  const credit = async () =>
    activatedInvoice(tenant, clientId, {
      debtor,
      type: 'CREDIT_INVOICE',
      articleRows: [{ description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }],
    })
  return { number: String(debtor['identificationNumber']), credit }
}

const refund = (id: string, sent: object = {}) =>
  tenant.api.put(`/invoices/${id}/actions/refund-credit-invoice`, sent)

test('a refund goes to the estate of a bankrupt, and not to the account it had', async () => {
  const { number, credit } = await creditor()
  const [before, after] = [await credit(), await credit()]
  const { body: waiting } = await refund(before)
  expect(waiting).toMatchObject({ status: 'CREATED', amount: '1250.00' })
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  await declare(number)
  expect((await tenant.api.get(`/payouts/${waiting.id}`)).body.status).toBe('BLOCKED')
  const blocked = (await tenant.api.post('/blocked-payouts/search', {})).body.data
  expect(blocked).toMatchObject([{ id: waiting.id, reasons: [{ code: 'DEBTOR_BANKRUPT' }] }])
  const filters = { subjectId: waiting.id, type: 'PAYOUT' }
  const errands = (await tenant.api.post('/errands/system/search', { filters })).body.data
  expect(errands).toMatchObject([{ status: 'OPEN' }])
  const own = { kind: 'BANKGIRO', number: '5050-1055' }
  for (const sent of [{}, { account: own }]) {
    const refused = await refund(after, sent)
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
      409,
      'DEBTOR_BANKRUPT',
      '/account',
    ])
  }
  const estate = { kind: 'BANKGIRO', number: '991-2346', holderName: 'Advokat Berg' }
  const done = await refund(after, { account: estate })
  expect([done.status, done.body.payoutHolder]).toEqual([200, 'Advokat Berg'])
  await tenant.api.delete(`/system-debtors/${number}/bankruptcy`)
  await runTasks()
  expect((await tenant.api.get(`/payouts/${waiting.id}`)).body.status).toBe('CREATED')
})
