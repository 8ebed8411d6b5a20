import { beforeEach, describe, expect, test } from 'vitest'
import {
  readPaymentRequest,
  refreshPaymentRequest,
  sendPaymentRequest,
} from '../../src/activities/payments/requests/carry-request.ts'
import { askedMax } from '../../src/domain/payments/payment-request.ts'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { payableBy } from './requests-ground.ts'

const { at, tenant } = await worldWithTenant({ listens: true })

let clientId: string
let claimId: string
let methodId: string

beforeEach(async () => {
  clientId = await clientIn(tenant)
  claimId = await activated(at, tenant, clientId)
  ;({ methodId } = await payableBy(tenant, clientId))
})

const ask = (more: object = {}) =>
  tenant.api.post('/payment-requests', { methodId, claimId, ...more })
const asked = async (more: object = {}): Promise<string> => (await ask(more)).body.id
const read = async (id: string) => (await tenant.api.get(`/payment-requests/${id}`)).body
const task = (entityId: string) => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: `payment-request/${tenant.id}/${entityId}/1`,
})

describe('a claim on which payers are asked', () => {
  const signalled = async (id: string) =>
    at.owner(`select signal from outbox where kind = 'signal' and workflow_id = $1`, [
      task(id).workflowId,
    ])
  const nothing = {
    status: 'CANCELLED',
    reason: 'Nothing is asked for on the claim any more',
  }
  const slow = { payerAlias: '46701234502', amount: '100.00' }

  test('ends what is open when it is paid or credited whole, and its rail forgets it', async () => {
    for (const pay of [
      () =>
        tenant.api.post('/payments', {
          amount: '12500.00',
          currency: 'SEK',
          claims: [{ id: claimId }],
        }),
      () => tenant.api.put(`/invoices/${claimId}/actions/direct-payment`, { amount: '12500.00' }),
      async () => {
        const { debtorId } = (await tenant.api.get(`/invoices/${claimId}`)).body
        const { body } = await tenant.api.get(`/debtors/${debtorId}`)
        const debtor = { customerNumber: body.customerNumber, name: body.name, type: body.type }
        const type = 'CREDIT_INVOICE'
        const creditId = await activated(at, tenant, clientId, { debtor, type })
        const debits = [{ id: claimId }]
        return tenant.api.put('/invoices/link-multiple', { creditId, debits })
      },
    ]) {
      claimId = await activated(at, tenant, clientId)
      const [sent, unsent] = [await asked(slow), await asked(slow)]
      expect((await sendPaymentRequest(task(sent))).status).toBe('PENDING')
      expect(await signalled(sent)).toEqual([])
      await pay()
      expect((await tenant.api.get(`/invoices/${claimId}`)).body.statuses.main).toBe('CLOSED')
      for (const id of [sent, unsent]) expect(await signalled(id)).toEqual([{ signal: 'closed' }])
      expect((await readPaymentRequest(task(sent))).status).toBe('CANCELLED')
      // Whose process was not there to be signalled finds it by itself.
      expect((await sendPaymentRequest(task(unsent))).status).toBe('CANCELLED')
      for (const id of [sent, unsent]) expect(await read(id)).toMatchObject(nothing)
    }
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is asked again later by whoever reads how it is, and never where it is still owed', async () => {
    const id = await asked(slow)
    await sendPaymentRequest(task(id))
    expect((await refreshPaymentRequest(task(id))).status).toBe('PENDING')
    await tenant.api.post('/payments', {
      amount: '12400.00',
      currency: 'SEK',
      claims: [{ id: claimId }],
    })
    expect(await signalled(id)).toEqual([])
    await tenant.api.put(`/invoices/${claimId}/actions/payment`, { amount: '100.00' })
    expect((await refreshPaymentRequest(task(id))).status).toBe('CANCELLED')
  })

  test('takes twenty at once and a hundred in all, however many ask together', async () => {
    for (let n = 1; n < askedMax.atOnce; n++) expect((await ask(slow)).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(slow)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body.code)).toEqual(
      refused.map(() => 'TOO_MANY_PAYMENT_REQUESTS'),
    )
    await at.owner(`update payment_request set status = 'CANCELLED' where claim_id = $1`, [claimId])
    expect((await ask(slow)).status).toBe(201)
    await at.owner(`update payment_request set status = 'CANCELLED' where claim_id = $1`, [claimId])
    const [before] = await at.owner(
      'select count(*)::int as n from payment_request where claim_id = $1',
      [claimId],
    )
    for (let n = Number(before!['n']); n < askedMax.ever; n++) {
      const id = await asked(slow)
      await at.owner(`update payment_request set status = 'CANCELLED' where id = $1`, [id])
    }
    expect((await ask(slow)).body.code).toBe('TOO_MANY_PAYMENT_REQUESTS')
  })
})
