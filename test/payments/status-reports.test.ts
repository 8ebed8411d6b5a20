import { beforeEach, describe, expect, test } from 'vitest'
import { activated, newDebtor, postingsOf } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { errandsOf } from '../support/jobs.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { bankIn, batchesOf } from '../payouts/batches-ground.ts'
import { pain002 } from '../payouts/pain002.ts'
import { bankOf } from './imported.ts'
import { payableBy } from './requests-ground.ts'

const { at } = await worldWithTenant()
let tenant: TestTenant
let bank: ReturnType<typeof bankOf>

beforeEach(async () => {
  tenant = await tenantIn(at)
  bank = bankOf(at, tenant)
})

/** 100.00 on its way back to who had paid it. */
async function returned(): Promise<string> {
  const sent = { amount: '100.00', currency: 'SEK', payerName: 'A', payerAccount: '5050-1055' }
  const payment = (await tenant.api.post('/payments', sent)).body
  const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
  const one = data.find(
    ({ transactionId }: Record<string, unknown>) => transactionId === payment.id,
  )
  const { body } = await tenant.api.put(`/unplaced-payments/${one.id}/return`, {})
  for (const verb of ['authorize', 'return']) {
    await tenant.api.put(`/payment-transactions-returns/${body.id}/${verb}`)
  }
  return String(body.id)
}
const statusOf = async (id: string) =>
  (await tenant.api.get(`/payment-transactions-returns/${id}`)).body.status

/** 1,250.00 that is paid back to a debtor, and sent. */
async function refunded(): Promise<string> {
  const clientId = await clientIn(tenant)
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  const paid = { amount: '12500.00', payerAccount: '5050-1055' }
  await tenant.api.put(`/invoices/${claim}/actions/payment`, paid)
  const credit = await activatedInvoice(tenant, clientId, {
    debtor,
    type: 'CREDIT_INVOICE',
    articleRows: [{ description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }],
  })
  const back = await tenant.api.put(`/invoices/${credit}/actions/refund-credit-invoice`, {})
  const { methodId } = await payableBy(tenant, clientId, 'SWISH', {}, 'OUT')
  const payoutId = String(back.body.id)
  await tenant.api.post('/payment-requests', { methodId, payoutId })
  return payoutId
}
const payoutsNow = () =>
  at.owner('select status, amount::int from payout where tenant_id = $1', [tenant.id])

describe.each(['03', '10'])('a report of version %s', (version) => {
  test('says of each payment that it left the account, is on its way, or never will', async () => {
    const [done, waits, rejected] = [await returned(), await returned(), await returned()]
    const file = await bank.imported(
      pain002(
        [
          { id: done, status: 'ACSC', amount: '100.00' },
          { id: waits, status: 'ACSP' },
          { id: rejected, status: 'RJCT', reason: 'AC04' },
        ],
        { version },
      ),
    )
    expect(file).toMatchObject({ format: 'PAIN002', status: 'IMPORTED', entryCount: 3 })
    expect(await Promise.all([done, waits, rejected].map(statusOf))).toEqual([
      'CONFIRMED',
      'RETURNED',
      'REJECTED',
    ])
    expect(await postingsOf(at, tenant, `payment-return/${done}/confirmed`)).toEqual([
      'T BANK -10000',
      'T IN_TRANSIT 10000',
    ])
    const open = await at.owner(
      `select amount_open::int as open from unplaced_payment where tenant_id = $1 order by id`,
      [tenant.id],
    )
    expect(open).toEqual([{ open: 0 }, { open: 0 }, { open: 10_000 }])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('a report of what went by a file of ours: one has arrived, one is its client’s again', async () => {
  await bankIn(tenant)
  const ground = batchesOf(at, tenant)
  const [one, other] = [await ground.due('1000'), await ground.due('250.50')]
  await ground.generate()
  const [batch] = await ground.all({ status: 'CREATED' })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  await ground.booked(batch.id)
  const payouts = await ground.payouts(batch.id)
  const of = (clientId: string) => payouts.find((each) => each.clientId === clientId)!.id
  const said = [
    { id: of(one.id), status: 'ACSC', amount: '1000.00' },
    { id: of(other.id), status: 'RJCT', reason: 'AC04' },
  ]
  for (const version of ['03', '10']) await bank.imported(pain002(said, { version }))
  const read = async (id: string) => (await tenant.api.get(`/payouts/${id}`)).body
  expect(await read(of(one.id))).toMatchObject({ status: 'CONFIRMED' })
  expect(await read(of(other.id))).toMatchObject({ status: 'REJECTED', rejectionCode: 'AC04' })
  const account = (await tenant.api.get(`/client-accounts/${other.mainId}`)).body
  expect(account).toMatchObject({ balance: '250.50', available: '250.50' })
  expect((await ground.all({ status: 'CLOSED' })).length).toBe(1)
  expect(await errandsOf(at, tenant, 'PAYOUT')).toHaveLength(1)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

/** A batch with one payout of a client and one return, in a file of the bank. */
async function exported() {
  const back = await returned()
  await bankIn(tenant)
  const ground = batchesOf(at, tenant)
  const client = await ground.due('1000')
  await ground.generate()
  const [batch] = await ground.all({ status: 'CREATED' })
  await ground.put(batch.id, 'authorize')
  await ground.exported(batch.id)
  const standing = async () => (await ground.payouts(batch.id)).map(({ status }) => status)
  return { id: batch.id as string, back, client, standing, booked: () => ground.booked(batch.id) }
}

describe('a report of a whole message of ours', () => {
  test('that says it has come, and is on its way, changes nothing', async () => {
    const { id, standing } = await exported()
    for (const group of ['ACTC', 'ACCP', 'PART']) {
      const file = await bank.imported(pain002([], { group, of: id }))
      expect(file).toMatchObject({ status: 'IMPORTED', findingCount: 0 })
    }
    expect(await standing()).toEqual(['EXPORTED', 'EXPORTED'])
    expect(await errandsOf(at, tenant, 'PAYMENT_MISMATCH')).toEqual([])
  })

  test.each(['as it was sent', 'as it is booked'])(
    '%s rejects each of it, and says why',
    async (how) => {
      const { id, back, client, standing, booked } = await exported()
      if (how === 'as it is booked') await booked()
      const rejected = pain002([], { group: 'RJCT', of: id, reason: 'DU01' })
      expect(await bank.imported(rejected)).toMatchObject({ status: 'IMPORTED', findingCount: 0 })
      expect(await standing()).toEqual(['REJECTED', 'REJECTED'])
      expect(await statusOf(back)).toBe('REJECTED')
      const account = (await tenant.api.get(`/client-accounts/${client.mainId}`)).body
      expect(account).toMatchObject({ balance: '1000.00', available: '1000.00' })
      expect((await errandsOf(at, tenant, 'PAYOUT')).map(({ title }) => title)).toEqual([
        expect.stringContaining('DU01'),
        expect.stringContaining('DU01'),
      ])
      // Told again, in another version, nothing more comes of it.
      const again = pain002([], { part: 'RJCT', of: id, reason: 'DU01', version: '10' })
      expect(await bank.imported(again)).toMatchObject({ status: 'IMPORTED', findingCount: 0 })
      expect(await standing()).toEqual(['REJECTED', 'REJECTED'])
      expect(await driftsOf(at, tenant.id)).toEqual([])
    },
  )

  test('of another tenant is nobody’s that is known', async () => {
    const { id, standing } = await exported()
    const other = bankOf(at, await tenantIn(at))
    const file = await other.imported(pain002([], { group: 'RJCT', of: id }))
    expect(file).toMatchObject({ status: 'FAILED', findings: [{ code: 'PAYMENT_UNKNOWN' }] })
    expect(await standing()).toEqual(['EXPORTED', 'EXPORTED'])
  })
})

describe('a report', () => {
  test('says of a whole part what it says of none of its payments', async () => {
    const [one, other] = [await returned(), await returned()]
    await bank.imported(pain002([{ id: one }, { id: other, status: 'ACSC' }], { part: 'RJCT' }))
    expect([await statusOf(one), await statusOf(other)]).toEqual(['REJECTED', 'CONFIRMED'])
  })

  test('that is sent again changes nothing, and one that says otherwise is a failure', async () => {
    const id = await returned()
    await bank.imported(pain002([{ id, status: 'ACSC' }], {}))
    await bank.imported(pain002([{ id, status: 'ACSC' }], { version: '10' }))
    expect(await statusOf(id)).toBe('CONFIRMED')
    const tasks = () =>
      at.owner(
        `select succeeded, failed from background_task where tenant_id = $1
         and task_name = 'payments.answerReturns' order by id`,
        [tenant.id],
      )
    expect(await tasks()).toEqual([
      { succeeded: 1, failed: 0 },
      { succeeded: 1, failed: 0 },
    ])
    await bank.imported(pain002([{ id, status: 'RJCT' }], {}))
    expect(await statusOf(id)).toBe('CONFIRMED')
    expect((await tasks()).at(-1)).toEqual({ succeeded: 0, failed: 1 })
  })

  test('of what nobody knows, of another amount or in no known word says where', async () => {
    const id = await returned()
    const file = await bank.imported(
      pain002(
        [
          { id: 'NOTPROVIDED', status: 'ACSC' },
          { id, status: 'ACSC', amount: '99.99' },
          { id, status: 'GONE' },
        ],
        {},
      ),
    )
    expect(file).toMatchObject({ status: 'FAILED', findingCount: 3 })
    const found = file.findings as { place: string; code: string }[]
    expect(found.map(({ place, code }) => [place.replace(/, line.*/, ''), code])).toEqual([
      ['OrgnlPmtInfAndSts[1]/TxInfAndSts[3]', 'STATUS_UNKNOWN'],
      ['OrgnlPmtInfAndSts[1]/TxInfAndSts[1]', 'PAYMENT_UNKNOWN'],
      ['OrgnlPmtInfAndSts[1]/TxInfAndSts[2]', 'SUM_DIFFERS'],
    ])
    expect(await statusOf(id)).toBe('RETURNED')
    expect(await errandsOf(at, tenant, 'PAYMENT_MISMATCH')).toMatchObject([{ status: 'OPEN' }])
  })

  test('of a message that nobody sent is a finding', async () => {
    const file = await bank.imported(pain002([], { group: 'RJCT' }))
    expect(file).toMatchObject({ format: 'PAIN002', status: 'FAILED' })
    expect(file.findings).toMatchObject([{ code: 'PAYMENT_UNKNOWN' }])
  })

  test('that is cut off gives what stands before', async () => {
    const id = await returned()
    const whole = pain002([{ id, status: 'ACSC' }], {})
    const file = await bank.imported(whole.slice(0, whole.indexOf('</OrgnlPmtInfAndSts>')))
    expect(file).toMatchObject({ status: 'PARTIAL', entryCount: 1, findingCount: 1 })
    expect(await statusOf(id)).toBe('CONFIRMED')
  })

  test('with a DTD is not read', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "c">]>${pain002([], { group: 'RJCT' }).slice(38)}`
    const file = await bank.imported(bomb)
    expect(file).toMatchObject({ status: 'FAILED', findings: [{ code: 'UNREADABLE' }] })
  })

  test('that rejects a payout on its way leaves it to go another way, and says why', async () => {
    const id = await refunded()
    expect(await payoutsNow()).toEqual([{ status: 'EXPORTED', amount: 125_000 }])
    await bank.imported(pain002([{ id, status: 'RJCT', reason: 'AC04' }], {}))
    expect(await payoutsNow()).toEqual([{ status: 'CREATED', amount: 125_000 }])
    expect(await errandsOf(at, tenant, 'PAYOUT')).toMatchObject([
      { status: 'OPEN', title: `The bank rejected payout ${id}: AC04 Closed` },
    ])
    await bank.imported(pain002([{ id, status: 'ACSC', amount: '1250.00' }], {}))
    expect(await payoutsNow()).toEqual([{ status: 'CONFIRMED', amount: 125_000 }])
    expect(await postingsOf(at, tenant, `payout/${id}/paid-back`)).toEqual([
      'T BANK -125000',
      'T IN_TRANSIT 125000',
    ])
    expect(await errandsOf(at, tenant, 'PAYOUT')).toMatchObject([{ status: 'RESOLVED' }])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
