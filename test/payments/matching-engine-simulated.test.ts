import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { engines, entry, matchingOf, type Owed, type Simulated } from './matching-ground.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

let at: World
let tenant: TestTenant
let clientId: string
let on: ReturnType<typeof matchingOf>

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  on = matchingOf(at, tenant, clientId)
  await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
})
afterAll(() => at.close())

const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]

/** What stands there of a batch, in the form in which it was simulated. */
async function written(batchId: string) {
  const rows = await at.owner(
    `select id_text(p.id) as id, id_text(l.claim_id) as claim, l.amount::text, l.status, l.score,
       l.reasons
     from payment_transaction p left join payment_link l on l.tenant_id = p.tenant_id
       and l.transaction_id = p.id and l.status in ('CONFIRMED', 'PROPOSED')
     where p.tenant_id = $1 and p.batch_id = $2 order by p.id, l.id`,
    [tenant.id, batchId],
  )
  const links = new Map<string, unknown[]>()
  for (const { id, claim, amount, status, score, reasons } of rows) {
    const all = links.get(String(id)) ?? []
    if (claim !== null) all.push([claim, amount, status, score, reasons])
    links.set(String(id), all)
  }
  return [...links]
}

const asWritten = ({ data }: Simulated) =>
  data.map(({ transactionId, links }) => [
    transactionId,
    links.map(({ claimId, amount, status, score, reasons }) => [
      claimId,
      `${Math.round(Number(amount) * 100)}`,
      status,
      score,
      reasons,
    ]),
  ])

describe(`what is simulated (SEED=${seed})`, () => {
  test('is what then happens, whatever the batch is', async () => {
    const next = chance(seed)
    const debtors = Array.from({ length: 3 }, () => newDebtor())
    const claims: (Owed & { price: number })[] = []
    for (let n = 0; n < 12; n++) {
      const price = 100 * (1 + next(6))
      claims.push({ ...(await on.owed(`${price}.00`, debtors[next(3)]!)), price })
    }
    const some = () => claims[next(claims.length)]!
    const known = (n: number) => ({ account: `SE${n}`, name: String(debtors[n]!['name']) })
    const seen = debtors.map((debtor, n) => {
      const organisation = String(debtor['identificationNumber'])
      return entry({ amount: '50.00', organisation, text: some().number, ...known(n) })
    })
    await on.done(await on.batchOf(...seen), 'bookkeep')
    await tenant.api.post(engines, {
      name: 'Large',
      action: 'SUGGEST',
      conditions: [{ field: 'AMOUNT', operator: 'AT_LEAST', value: '900' }],
    })
    const kinds = [
      () => ({ reference: some().reference, amount: `${100 * (1 + next(8))}.00` }),
      () => {
        const { number, price } = some()
        return { text: `Inv ${number}`, amount: `${price}.00`, ...known(next(3)) }
      },
      () => ({ amount: `${100 * (1 + next(12))}.00`, ...known(next(3)) }),
      () => ({ amount: `${100 * (1 + next(6))}.00`, text: `${some().number} ${some().number}` }),
    ]
    const entries = Array.from({ length: 60 }, () => entry(kinds[next(kinds.length)]!()))
    const batchId = await on.batchOf(...entries)
    const before = await on.simulated({ paymentBatchId: batchId })
    expect([before.isWhole, before.data.length]).toEqual([true, 60])
    const outcomes = new Set(before.data.map(({ outcome }) => outcome))
    expect(outcomes.size).toBeGreaterThan(1)
    const inOrder = before.data.map(({ transactionId }) => transactionId)
    expect((await on.simulated({ transactionIds: inOrder })).data).toEqual(before.data)
    expect((await written(batchId)).every(([, links]) => links.length === 0)).toBe(true)
    await on.done(batchId, 'match')
    expect(await written(batchId)).toEqual(asWritten(before))
    await on.done(batchId, 'bookkeep')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('names a batch or payments that are there, and not both', async () => {
    const both = await tenant.api.post(`${engines}/simulate`, {})
    expect(refusalOf(both)).toEqual([400, 'VALIDATION_FAILED', '/paymentBatchId'])
    const batchId = await on.batchOf(entry({}))
    const stranger = await tenant.holding(['ReadPaymentMatchingEngine'], { clientId })
    const unseen = await stranger.post(`${engines}/simulate`, { paymentBatchId: batchId })
    expect(unseen.status).toBe(404)
  })
})
