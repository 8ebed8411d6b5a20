import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { activated, newDebtor, postingsOf } from '../factoring/ground.ts'
import { balancesOf, driftsOf, trialOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import {
  tenantIn,
  world,
  type Answered,
  type Api,
  type TestTenant,
  type World,
} from '../support/world.ts'

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

const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const standing = async () => [await trialOf(at, tenant.id), await balancesOf(at, tenant.id)]
const refund = (id: string, sent: object = {}, verb = 'refund-credit-invoice') =>
  tenant.api.put(`/invoices/${id}/actions/${verb}`, sent)

/** 1,250.00 to the credit of the debtor. */
const credited = (debtor: object, of = tenant, client = clientId) =>
  activatedInvoice(of, client, {
    debtor,
    type: 'CREDIT_INVOICE',
    articleRows: [{ description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }],
  })

/** The debtor pays 12,500.00, which its client then has on its account. */
async function paying(debtor: object, of = tenant, client = clientId, account?: string) {
  const claim = await activated(at, of, client, { debtor })
  const sent = { amount: '12500.00', ...(account && { payerAccount: account }) }
  expect((await of.api.put(`/invoices/${claim}/actions/payment`, sent)).status).toBe(200)
}
const mainOf = async () => {
  const filters = { clientId, type: 'MAIN' }
  return (await tenant.api.post('/client-accounts/search', { filters })).body.data[0]
}

describe('what a debtor has to its credit', () => {
  test('is paid back to the account that it paid from, out of its client’s, and back', async () => {
    const debtor = newDebtor()
    await paying(debtor, tenant, clientId, '5050-1055')
    const credit = await credited(debtor)
    const before = await standing()
    const answer = await refund(credit)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        type: 'DEBTOR_REFUND',
        status: 'CREATED',
        amount: '1250.00',
        payoutKind: 'BANKGIRO',
        payoutNumber: '•••• 1055',
        claimId: credit,
      },
    ])
    const { id } = answer.body
    expect(await postingsOf(at, tenant, `refund/${id}`)).toEqual([
      'C AR 125000',
      'C CLEARING -125000',
      'T CLIENT_PAYABLE 125000',
      'T IN_TRANSIT -125000',
    ])
    expect(await invoice(credit)).toMatchObject({
      statuses: { main: 'CLOSED' },
      totals: { balance: '0.00' },
    })
    // What is booked is not reserved a second time.
    expect(await mainOf()).toMatchObject({ balance: '11250.00', available: '11250.00' })
    expect(refusalOf(await refund(credit))[1]).toBe('NOTHING_TO_REFUND')
    expect(await driftsOf(at, tenant.id)).toEqual([])
    const found = await tenant.api.post('/invoices/events/financial/search', {
      filters: { claimId: credit, type: 'REFUND' },
    })
    const event = found.body.data[0].id
    const reverse = () => tenant.api.put(`/invoices/events/financial/${event}/reverse`, {})
    expect((await reverse()).status).toBe(200)
    expect(await standing()).toEqual(before)
    expect((await invoice(credit)).totals.balance).toBe('-1250.00')
    const [payout] = await at.owner('select status from payout where id = $1', [id])
    expect(payout?.['status']).toBe('CANCELLED')
    expect(refusalOf(await reverse())[1]).toBe('ALREADY_REVERSED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is paid back in parts, to an account that is named, and never more than there is', async () => {
    const debtor = newDebtor()
    await paying(debtor)
    const credit = await credited(debtor)
    const missing = await refund(credit)
    expect(refusalOf(missing)).toEqual([409, 'REFUND_ACCOUNT_MISSING', '/account'])
    const [said] = missing.body.errors
    expect(said.message).toMatch(/"kind", "number", "holderName".*SEK.*BANKGIRO/)
    const account = { kind: 'BANKGIRO', number: '991-2346' }
    const wrong = await refund(credit, { account: { ...account, number: '991-2345' } })
    expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_FAILED', '/account/number'])
    const much = await refund(credit, { account, amount: '1250.01' })
    expect(refusalOf(much)).toEqual([409, 'REFUND_EXCEEDED', '/amount'])
    const part = await refund(credit, { account, amount: '250.00' }, 'refund')
    expect(part.body).toMatchObject({ amount: '250.00', payoutNumber: '•••• 2346' })
    expect((await invoice(credit)).totals.balance).toBe('-1000.00')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund(credit, { account, amount: '1000.00' })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await mainOf()).toMatchObject({ balance: '11250.00' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a refund', () => {
  test('tells a client from where its debtor paid, unless senders are hidden from it', async () => {
    const debtor = newDebtor()
    await paying(debtor, tenant, clientId, '5050-1055')
    const { id } = (await refund(await credited(debtor))).body
    const reading = ['ReadPayout', 'ReadPayouts', 'SearchPayouts'] as const
    const hiding = 'ShowRestrictedSenderInformationForClients'
    const told = async (rights: Parameters<TestTenant['holding']>[0]) => {
      const by = await tenant.holding(rights, { clientId })
      const one = (await by.get(`/payouts/${id}`)).body
      const [listed] = (await by.get('/payouts')).body.data
      const [found] = (await by.post('/payouts/search', {})).body.data
      return [one, listed, found].map(({ payoutNumber }) => payoutNumber)
    }
    expect(await told(reading)).toEqual(Array.from({ length: 3 }, () => '•••• 1055'))
    expect(await told([...reading, hiding])).toEqual([null, null, null])
  })

  test('is not paid back of what its client does not have, nor of a debit', async () => {
    const debtor = newDebtor()
    const account = { kind: 'BANKGIRO', number: '991-2346' }
    const credit = await credited(debtor)
    expect(refusalOf(await refund(credit, { account }))[1]).toBe('BALANCE_TOO_SMALL')
    const debit = await activated(at, tenant, clientId, { debtor })
    for (const verb of ['refund', 'refund-credit-invoice']) {
      expect(refusalOf(await refund(debit, { account }, verb))[1]).toBe('NOTHING_TO_REFUND')
    }
    const other = await tenantIn(at)
    const theirs = await other.api.put(`/invoices/${credit}/actions/refund`, { account })
    expect(theirs.status).toBe(404)
    const bound = await tenant.holding(['RefundInvoice', 'RefundCreditInvoice'], { clientId })
    const asked = await bound.put(`/invoices/${credit}/actions/refund`, { account })
    expect(refusalOf(asked)[1]).toBe('CLIENT_ONLY_PROPOSES')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('takes two people, for one and for many', async () => {
    const two = await tenantIn(at, 'Two', {})
    const client = await clientIn(two)
    const debtor = newDebtor()
    const account = { kind: 'BANKGIRO', number: '991-2346' }
    await paying(debtor, two, client, '5050-1055')
    const [one, other] = [await credited(debtor, two, client), await credited(debtor, two, client)]
    const rights = ['RefundInvoice', 'RefundCreditInvoice'] as const
    const [first, second] = [await two.holding(rights), await two.holding(rights)]
    const path = `/invoices/${one}/actions/refund`
    expect((await first.put(path, { account })).status).toBe(202)
    expect((await first.put(path, { account })).body.code).toBe('SAME_APPROVER')
    // To another account it is another wish.
    expect((await second.put(path, {})).status).toBe(202)
    const agreed = await first.put(path, {})
    expect(agreed.body).toMatchObject({ type: 'DEBTOR_REFUND', payoutNumber: '•••• 1055' })
    const many = { ids: [one, other] }
    const bulk = '/invoices/actions/bulk-refund-credit-invoice'
    const asked = await first.put(bulk, many)
    expect([asked.status, asked.body.taskName]).toEqual([202, undefined])
    const started = await second.put(bulk, many)
    expect([started.status, started.body]).toMatchObject([
      201,
      { taskName: 'invoices.bulkRefundCredit', total: 2 },
    ])
    await workOffTask({
      runtime: two.runtime,
      tenantId: two.id,
      entityId: started.body.id,
      now: at.clock.now,
      workflowId: 'test',
    })
    const task = (await two.api.get(`/background-task/${started.body.id}`)).body
    expect(task).toMatchObject({ succeeded: 1, failed: 1 })
    expect((await two.api.get(`/invoices/${other}`)).body.totals.balance).toBe('0.00')
    expect(await driftsOf(at, two.id)).toEqual([])
  })
})

describe('refunds of many', () => {
  test('are each as it was agreed to, or not at all', async () => {
    const two = await tenantIn(at, 'Rows', {})
    const client = await clientIn(two)
    const [debtor, mover] = [newDebtor(), newDebtor()]
    await paying(debtor, two, client, '5050-1055')
    await paying(mover, two, client, '5050-1055')
    const [same, less, moved] = [
      await credited(debtor, two, client),
      await credited(debtor, two, client),
      await credited(mover, two, client),
    ]
    const rights = ['RefundCreditInvoice'] as const
    const [first, second] = [await two.holding(rights), await two.holding(rights)]
    const sent = { ids: [same, less, moved] }
    const bulk = (by: Api) => by.put('/invoices/actions/bulk-refund-credit-invoice', sent)
    const asked = await bulk(first)
    const request = `/internal-request/${asked.body.internalRequestId}`
    const { rows } = (await two.api.get(request)).body.asked
    expect(rows).toHaveLength(3)
    const row = { amount: '1250.00', currency: 'SEK', account: { number: '•••• 1055' } }
    expect(rows.find(({ id }: { id: string }) => id === less)).toMatchObject(row)
    const started = await bulk(second)
    expect(started.status).toBe(201)
    // Between the agreement and its turn 250.00 go, and the other pays from another account.
    const part = { amount: '250.00' }
    const one = `/invoices/${less}/actions/refund-credit-invoice`
    expect((await first.put(one, part)).status).toBe(202)
    expect((await second.put(one, part)).status).toBe(200)
    await paying(mover, two, client, '991-2346')
    await workOffTask({
      runtime: two.runtime,
      tenantId: two.id,
      entityId: started.body.id,
      now: at.clock.now,
      workflowId: 'test',
    })
    const task = `/background-task/${started.body.id}`
    expect((await two.api.get(task)).body).toMatchObject({ succeeded: 1, failed: 2 })
    const codes = await at.owner(
      `select code from background_task_item where task_id = $1 and code is not null`,
      [started.body.id],
    )
    expect(codes).toEqual([{ code: 'EFFECT_CHANGED' }, { code: 'EFFECT_CHANGED' }])
    const balance = async (id: string) => (await two.api.get(`/invoices/${id}`)).body.totals.balance
    expect(await balance(same)).toBe('0.00')
    expect(await balance(less)).toBe('-1000.00')
    expect(await balance(moved)).toBe('-1250.00')
    expect(await driftsOf(at, two.id)).toEqual([])
  })
})
