import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDebtor } from '../factoring/ground.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { engines, entry, matchingOf } from './matching-ground.ts'

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

describe('a row of the engine', () => {
  test('is made, read, changed and deleted, and says what it can ask', async () => {
    const sent = {
      name: 'Card payments',
      action: 'SUGGEST',
      conditions: [{ field: 'PAYER_NAME', operator: 'CONTAINS', value: 'Klarna' }],
      tolerance: { amount: '5.00', currency: 'SEK' },
      tolerancePercent: '0.5',
      order: ['PAYER'],
    }
    const made = await tenant.api.post(engines, sent)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...sent,
      priority: 100,
      scope: 'ALL',
      allowOverpayment: false,
      clientIds: [],
      version: 1,
    })
    const path = `${engines}/${made.body.id}`
    const put = await tenant.api.put(path, { priority: 5, tolerance: null })
    expect(put.body).toMatchObject({ priority: 5, tolerance: null, action: 'SUGGEST', version: 2 })
    expect((await tenant.api.get(path)).body).toEqual(put.body)
    const given = await tenant.api.post(`${path}/clients`, { clientIds: [clientId] })
    expect(given.body).toMatchObject({ scope: 'CLIENTS', clientIds: [clientId] })
    const listed = await tenant.api.get(engines)
    expect(listed.body.data).toMatchObject([{ id: made.body.id, clientIds: [clientId] }])
    const gone = await tenant.api.delete(`${path}/clients/${clientId}`)
    expect(gone.status).toBe(204)
    expect((await tenant.api.get(path)).body).toMatchObject({ scope: 'CLIENTS', clientIds: [] })
    await tenant.api.post(`${path}/clients`, { clientIds: [clientId] })
    expect((await tenant.api.delete(`${path}/clients`)).status).toBe(204)
    const found = await tenant.api.post(`${engines}/search`, { filters: { action: 'SUGGEST' } })
    expect(found.body.data).toMatchObject([{ clientIds: [] }])
    await tenant.api.post(`${path}/clients`, { clientIds: [clientId] })
    expect((await tenant.api.delete(path)).status).toBe(204)
    expect((await tenant.api.get(path)).status).toBe(404)
    const fields = (await tenant.api.get(`${engines}/match-fields`)).body.data
    expect(fields).toContainEqual({
      field: 'AMOUNT',
      operators: ['EQUALS', 'DIFFERS', 'AT_LEAST', 'AT_MOST'],
    })
  })

  test('asks nothing that a field does not know, and is within its bounds', async () => {
    const make = (more: object) => tenant.api.post(engines, { name: 'A', action: 'LINK', ...more })
    const asking = (condition: object) => make({ conditions: [condition] })
    const refused = async (answer: Promise<Answered>) => refusalOf(await answer)
    const at0 = (field: string) => [400, 'VALIDATION_FAILED', `/conditions/0/${field}`]
    expect(await refused(asking({ field: 'AMOUNT', operator: 'CONTAINS', value: '1' }))).toEqual(
      at0('operator'),
    )
    expect(await refused(asking({ field: 'AMOUNT', operator: 'EQUALS', value: 'x' }))).toEqual(
      at0('value'),
    )
    expect(await refused(asking({ field: 'MESSAGE', operator: 'EQUALS' }))).toEqual(at0('value'))
    expect(await refused(asking({ field: 'MESSAGE', operator: 'IS_EMPTY', value: 'x' }))).toEqual(
      at0('value'),
    )
    const ofMoney = (value: string, currency: string) =>
      make({
        conditions: [
          { field: 'AMOUNT', operator: 'AT_MOST', value },
          { field: 'CURRENCY', operator: 'EQUALS', value: currency },
        ],
      })
    const precise = await ofMoney('1.001', 'SEK')
    expect([...refusalOf(precise), precise.body.errors[0].code]).toEqual([
      ...at0('value'),
      'TOO_PRECISE',
    ])
    expect(await refused(ofMoney('1.5', 'JPY'))).toEqual(at0('value'))
    const tolerance = (amount: string) => make({ tolerance: { amount, currency: 'SEK' } })
    expect((await refused(tolerance('1000.01')))[2]).toBe('/tolerance/amount')
    expect((await refused(tolerance('0.001')))[2]).toBe('/tolerance/amount')
    expect((await refused(make({ tolerancePercent: '10.1' })))[2]).toBe('/tolerancePercent')
    expect((await refused(make({ order: ['SUM', 'SUM'] })))[2]).toBe('/order')
  })
})

describe('whose a row of the engine is', () => {
  test('for some clients is for their claims alone', async () => {
    const other = await clientIn(tenant)
    const [own, others] = [await on.owed('100.00'), await on.owed('200.00', newDebtor(), other)]
    const { body } = await tenant.api.post(engines, { name: 'Leave', action: 'IGNORE' })
    await tenant.api.post(`${engines}/${body.id}/clients`, { clientIds: [other] })
    const batchId = await on.batchOf(
      entry({ amount: '100.00', reference: own.reference }),
      entry({ amount: '200.00', reference: others.reference }),
    )
    expect(await on.done(batchId, 'match')).toMatchObject([
      { status: 'MATCHED', linked: '100.00' },
      { status: 'UNPLACED', linked: '0.00' },
    ])
  })

  test('is the tenant’s: who is bound to a client neither sees nor changes any', async () => {
    const { body } = await tenant.api.post(engines, { name: 'All', action: 'LINK' })
    const rights = [
      'ReadPaymentMatchingEngine',
      'UpdatePaymentMatchingEngine',
      'DeletePaymentMatchingEngine',
    ] as const
    const client = await tenant.holding(rights, { clientId })
    const path = `${engines}/${body.id}`
    expect((await client.get(path)).status).toBe(404)
    expect((await client.put(path, { name: 'Mine' })).status).toBe(404)
    expect((await client.post(`${path}/clients`, { clientIds: [clientId] })).status).toBe(404)
    expect((await client.delete(`${path}/clients`)).status).toBe(404)
    expect((await client.delete(path)).status).toBe(404)
    expect((await tenant.api.get(path)).body.version).toBe(1)
  })
})
