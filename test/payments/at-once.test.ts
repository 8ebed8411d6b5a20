import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered, type TestTenant } from '../support/world.ts'

// Two who mean different things by the same money, at the same moment: one of them is told so, and
// each krona stands in one place.
const { at } = await worldWithTenant({ connections: 10 })
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  tenant = await tenantIn(at)
})
beforeEach(async () => {
  clientId = await clientIn(tenant)
})

const rounds = 3
type Ask = () => Promise<Answered>

const put =
  (path: string, body?: object): Ask =>
  () =>
    tenant.api.put(path, body)
const del =
  (path: string): Ask =>
  () =>
    tenant.api.delete(path)

async function paid(sent: object): Promise<string> {
  const { status, body } = await tenant.api.post('/payments', {
    currency: 'SEK',
    payerAccount: '5050-1055',
    ...sent,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return String(body.id)
}

const placesOf = async (id: string) => {
  const [row] = await at.owner(
    `select amount::int, linked::int, unplaced::int, returned::int, written_off::int as off
     from payment_transaction where id = $1`,
    [id],
  )
  return row as Record<'amount' | 'linked' | 'unplaced' | 'returned' | 'off', number> | undefined
}

const unplacedOf = async (transactionId: string): Promise<string> => {
  const [row] = await at.owner(
    'select id_text(id) as id from unplaced_payment where transaction_id = $1',
    [transactionId],
  )
  return String(row!['id'])
}

const owes = async (id: string): Promise<number> => {
  const [row] = await at.owner('select balance::int as n from invoice where id = $1', [id])
  return Number(row!['n'])
}

/** All at once; those who are not done are told why, in words of ours. */
async function together(...asks: Ask[]): Promise<boolean[]> {
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const { status, body } of answers) {
    expect([200, 201, 202, 204, 404, 409], JSON.stringify(body)).toContain(status)
  }
  return answers.map(({ status }) => status < 300)
}

const done = (answers: readonly boolean[]) => answers.filter(Boolean).length

/** Again and again, since who is first is left to chance; the books hold each time. */
async function often(work: () => Promise<void>): Promise<void> {
  for (let n = 0; n < rounds; n++) await work()
  await at.owner('analyze')
  expect(at.outOfOrder).toEqual([])
  expect(await driftsOf(at, tenant.id)).toEqual([])
}

describe('unplaced money', () => {
  const found = async () => {
    const payment = await paid({ amount: '100.00', clientId })
    return { payment, path: `/unplaced-payments/${await unplacedOf(payment)}` }
  }

  test('that two put on two claims is on one of them', () =>
    often(async () => {
      const { payment, path } = await found()
      const claims = [await activated(at, tenant, clientId), await activated(at, tenant, clientId)]
      const asks = [...claims, ...claims].map((id) => put(`${path}/link`, { claims: [{ id }] }))
      expect(done(await together(...asks))).toBe(1)
      expect(await placesOf(payment)).toMatchObject({ linked: 10_000, unplaced: 0 })
      expect((await Promise.all(claims.map(owes))).toSorted((a, b) => a - b)).toEqual([
        1_240_000, 1_250_000,
      ])
    }))

  test('that goes back to its payer is on no claim, whoever is first', () =>
    often(async () => {
      const { payment, path } = await found()
      const claim = await activated(at, tenant, clientId)
      const link = put(`${path}/link`, { claims: [{ id: claim }] })
      const back = put(`${path}/return`, { reason: 'Twice' })
      const [linked, ...asked] = await together(link, back, back, back)
      expect([linked, ...asked].filter(Boolean)).toHaveLength(1)
      expect(await owes(claim)).toBe(linked === true ? 1_240_000 : 1_250_000)
      const returns = await at.owner('select 1 from payment_return where transaction_id = $1', [
        payment,
      ])
      expect(returns).toHaveLength(linked === true ? 0 : 1)
    }))

  test('is proposed by its client and placed by the tenant once', () =>
    often(async () => {
      const { payment, path } = await found()
      const claim = await activated(at, tenant, clientId)
      const claims = [{ id: claim }]
      const ofClient = path.replace('/unplaced-payments/', '/unplaced-payments/client/')
      await tenant.api.put(`${ofClient}/link`, { claims })
      await together(
        put(`${ofClient}/link/book`),
        put(`${ofClient}/link/book`),
        put(`${path}/link`, { claims }),
        put(`${ofClient}/link/deny`, { reason: 'No' }),
        put(`${ofClient}/ignore`),
      )
      const places = await placesOf(payment)
      expect(places!.linked + places!.unplaced + places!.returned).toBe(10_000)
      expect(await owes(claim)).toBe(1_250_000 - places!.linked)
    }))
})

describe('a link', () => {
  const linked = async (amount = '100.00') => {
    const claim = await activated(at, tenant, clientId)
    const payment = await paid({ amount, claims: [{ id: claim, amount: '60.00' }] })
    const { data } = (
      await tenant.api.post('/payments/links/search', { filters: { transactionId: payment } })
    ).body
    return { claim, payment, revert: put(`/payments/links/${data[0].id}/revert`, {}) }
  }

  test('is taken off once, however many do it', () =>
    often(async () => {
      const { claim, payment, revert } = await linked()
      expect(done(await together(revert, revert, revert, revert))).toBe(1)
      expect(await placesOf(payment)).toMatchObject({ linked: 0, unplaced: 10_000 })
      expect(await owes(claim)).toBe(1_250_000)
    }))

  test('is taken off beside who puts the rest on another claim or asks it back', () =>
    often(async () => {
      const { claim, payment, revert } = await linked()
      const other = await activated(at, tenant, clientId)
      const path = `/unplaced-payments/${await unplacedOf(payment)}`
      await together(
        revert,
        put(`${path}/link`, { claims: [{ id: other, amount: '40.00' }] }),
        put(`${path}/return`, { amount: '40.00', reason: 'Twice' }),
        revert,
      )
      const { amount, linked: on, unplaced, returned, off } = (await placesOf(payment))!
      expect(on + unplaced + returned + off).toBe(amount)
      expect((await owes(claim)) + (await owes(other))).toBe(2_500_000 - on)
    }))
})

describe('a return', () => {
  const asked = async () => {
    const payment = await paid({ amount: '100.00', clientId })
    const path = `/unplaced-payments/${await unplacedOf(payment)}/return`
    const { id } = (await tenant.api.put(path, { reason: 'Twice' })).body
    return { payment, path: `/payment-transactions-returns/${id}` }
  }

  test('is carried out or called off, not both', () =>
    often(async () => {
      const { payment, path } = await asked()
      await tenant.api.put(`${path}/authorize`)
      await together(put(`${path}/return`), del(path), put(`${path}/return`), del(path))
      const { returned, unplaced } = (await placesOf(payment))!
      const left = await tenant.api.get(path)
      expect([returned, unplaced]).toEqual(left.status === 404 ? [0, 10_000] : [10_000, 0])
    }))

  test('is confirmed or rejected by the bank, not both', () =>
    often(async () => {
      const { payment, path } = await asked()
      await tenant.api.put(`${path}/authorize`)
      await tenant.api.put(`${path}/return`)
      const says = (status: string) => put(path, { status })
      const answers = await together(says('CONFIRMED'), says('REJECTED'), says('REJECTED'))
      expect(done(answers)).toBe(1)
      const { returned, unplaced } = (await placesOf(payment))!
      const { status } = (await tenant.api.get(path)).body
      expect([returned, unplaced]).toEqual(status === 'CONFIRMED' ? [10_000, 0] : [0, 10_000])
    }))
})

test('a payment that is not booked is booked or deleted, not both', () =>
  often(async () => {
    const claim = await activated(at, tenant, clientId)
    const payment = await paid({ amount: '100.00', claims: [{ id: claim }], book: false })
    const path = `/payments/${payment}`
    await together(put(path, { book: true }), del(path), put(path, { book: true }), del(path))
    const places = await placesOf(payment)
    const isThere = (await tenant.api.get(path)).body.status === 'BOOKED'
    expect(await owes(claim)).toBe(1_250_000 - (isThere ? places!.linked : 0))
  }))

test('a claim is paid no more than it owes, by whatever ways at once', () =>
  often(async () => {
    const claim = await activated(at, tenant, clientId)
    const whole = { amount: '12500.00', currency: 'SEK' }
    await together(
      () => tenant.api.post('/payments', { ...whole, claims: [{ id: claim }] }),
      put(`/invoices/${claim}/actions/direct-payment`, {}),
      put(`/invoices/${claim}/actions/payment`, { amount: '12500.00' }),
      () => tenant.api.post('/payments', { ...whole, claims: [{ id: claim }] }),
    )
    expect(await owes(claim)).toBe(0)
  }))

test('payments with named and unknown claims, beside each other, wait for one another and no more', async () => {
  const owedBy = async () => {
    const debtor = newDebtor()
    const id = await activated(at, tenant, clientId, { debtor })
    const { body } = await tenant.api.get(`/invoices/${id}`)
    const message = `Faktura ${body.invoiceNumber}`
    return { id, unknown: { message, payerName: String(debtor['name']) } }
  }
  for (let round = 0; round < rounds; round++) {
    const claims = [await owedBy(), await owedBy()]
    const [low, high] = claims.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as typeof claims
    const several = (named: typeof low, other: typeof low) =>
      tenant.api.post('/payments/multiple', {
        payments: [
          { amount: '100.00', currency: 'SEK', claims: [{ id: named!.id }] },
          { amount: '12400.00', currency: 'SEK', ...other!.unknown },
        ],
      })
    const answers = await Promise.all([several(low, high), several(high, low)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const found = await Promise.all(
      answers.map(({ body }) => tenant.api.get(`/payments/${body.data[1].id}/links`)),
    )
    expect(found.map(({ body }) => body.data[0]?.claimId)).toEqual([high!.id, low!.id])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  }
})
