import { describe, expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const [one, other] = [await clientIn(tenant), await clientIn(tenant)]
const seenBy = (clientId: string) => tenant.holding(['ReadPaymentTransaction'], { clientId })
const [ofOne, ofOther] = [await seenBy(one), await seenBy(other)]

/** 20,000.00 of the first client, of which so much is on a claim of it. */
async function entered(more: object = {}) {
  const sent = { amount: '20000.00', currency: 'SEK', clientId: one, ...more }
  const { body } = await tenant.api.post('/payments', sent)
  const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
  const rest = data.find((each: { transactionId: string }) => each.transactionId === body.id)
  return { id: String(body.id), rest: String(rest.id) }
}
const statuses = async (id: string) =>
  Promise.all([ofOne, ofOther].map(async (by) => (await by.get(`/payments/${id}`)).status))
const ownerOf = async (id: string) => (await tenant.api.get(`/payments/${id}`)).body.clientId
const reassign = (rest: string, clientId: string) =>
  tenant.api.put(`/unplaced-payments/${rest}`, { clientId })

describe('a payment', () => {
  test('is whose it is said to be, and no other client reads it any more', async () => {
    const { id, rest } = await entered()
    expect(await statuses(id)).toEqual([200, 404])
    expect((await reassign(rest, other)).status).toBe(200)
    expect(await ownerOf(id)).toBe(other)
    expect(await statuses(id)).toEqual([404, 200])
  })

  test('goes with its rest to the claims of another client', async () => {
    const { id, rest } = await entered()
    const claims = [{ id: await activated(at, tenant, other), amount: '12500.00' }]
    expect((await tenant.api.put(`/unplaced-payments/${rest}/link`, { claims })).status).toBe(200)
    expect(await ownerOf(id)).toBe(one)
    const last = [{ id: await activated(at, tenant, other), amount: '7500.00' }]
    const put = await tenant.api.put(`/unplaced-payments/${rest}/link`, { claims: last })
    expect(put.status).toBe(200)
    expect(await ownerOf(id)).toBe(other)
    expect(await statuses(id)).toEqual([404, 200])
  })

  test('stays with the client on whose claim a part of it is', async () => {
    const { id, rest } = await entered({
      claims: [{ id: await activated(at, tenant, one), amount: '12500.00' }],
    })
    expect((await reassign(rest, other)).status).toBe(200)
    const claims = [{ id: await activated(at, tenant, other), amount: '7500.00' }]
    expect((await tenant.api.put(`/unplaced-payments/${rest}/link`, { claims })).status).toBe(200)
    expect(await ownerOf(id)).toBe(one)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
