import { describe, expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { traceOf } from '../access/people.ts'
import { Rows } from '../support/rows.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const today = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date
const inDays = (days: number) => plusDays(today, days)
const fee = (fixed: string) => ({ chargeType: 'INVOICE_FEE', fixed })

const say = (more: object, of: TestTenant = tenant) =>
  of.api.put('/price-lists/update', { targetType: 'TENANT', currency: 'SEK', ...more })
const saidFor = async (targetType: string, targetId: string, prices: object[], more = {}) => {
  const answer = await say({ targetType, targetId, prices, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const inForce = async (targetId: string, query = '', api = tenant.api) =>
  (await api.get(`/price-lists/target/${targetId}${query}`)).body
const feeOf = async (targetId: string, query = '') => {
  const { effective } = await inForce(targetId, query)
  return effective.find((each: { chargeType: string }) => each.chargeType === 'INVOICE_FEE')
}

describe('the list of a client', () => {
  test('is changed from a day on, and what was in force before stays to be read', async () => {
    const clientId = await clientIn(tenant)
    const first = await saidFor('CLIENT', clientId, [fee('10')])
    expect(first).toMatchObject({ validFrom: today, validTo: null, revision: 1, clientId })
    const changed = await tenant.api.put(`/price-lists/${first.id}/prices`, {
      validFrom: inDays(10),
      prices: [fee('12.50')],
    })
    expect(changed.body).toMatchObject({ validFrom: inDays(10), prices: [{ fixed: '12.5' }] })
    const before = (await tenant.api.get(`/price-lists/${first.id}`)).body
    expect(before).toMatchObject({ validTo: inDays(9), prices: [{ fixed: '10' }] })
    expect((await feeOf(clientId, `?date=${inDays(9)}`)).fixed).toBe('10')
    expect(await feeOf(clientId, `?date=${inDays(10)}`)).toMatchObject({
      fixed: '12.5',
      source: { priceListId: changed.body.id, targetType: 'CLIENT', validFrom: inDays(10) },
    })
    // Between the two, a third; that which begins later stays.
    const between = await saidFor('CLIENT', clientId, [fee('11')], { validFrom: inDays(5) })
    expect(between.validTo).toBe(inDays(9))
    expect((await feeOf(clientId, `?date=${inDays(4)}`)).fixed).toBe('10')
    expect((await feeOf(clientId, `?date=${inDays(10)}`)).fixed).toBe('12.5')
    expect((await traceOf(at, between.id)).events).toEqual(['created'])
  })

  test('is replaced on its first day, and refuses a change of what is not in force then', async () => {
    const clientId = await clientIn(tenant)
    const first = await saidFor('CLIENT', clientId, [fee('10')])
    const put = (id: string, sent: object) => tenant.api.put(`/price-lists/${id}/prices`, sent)
    const second = (await put(first.id, { prices: [fee('20')] })).body
    expect(second).toMatchObject({ validFrom: today, revision: 2, isReplaced: false })
    const replaced = (await tenant.api.get(`/price-lists/${first.id}`)).body
    expect(replaced).toMatchObject({ isReplaced: true, validTo: null, prices: [{ fixed: '10' }] })
    expect((await feeOf(clientId)).fixed).toBe('20')
    const again = await put(first.id, { prices: [fee('30')] })
    expect([again.status, again.body.code]).toEqual([409, 'PRICE_LIST_REPLACED'])
    const past = await put(second.id, { validFrom: inDays(-2), prices: [fee('30')] })
    expect([past.status, past.body.code]).toEqual([409, 'PRICES_OF_THE_PAST'])
    expect((await feeOf(clientId)).fixed).toBe('20')
  })

  test('of two who change it at once one is refused', async () => {
    const clientId = await clientIn(tenant)
    const { id } = await saidFor('CLIENT', clientId, [fee('10')])
    const both = await Promise.all(
      ['20', '30'].map((fixed) =>
        tenant.api.put(`/price-lists/${id}/prices`, { prices: [fee(fixed)] }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

test('the nearest list that has a price says it: client, handler, template, provider, tenant', async () => {
  const own = await tenantIn(at, 'Chain')
  const templateId = (await own.api.post('/client-financial-price-template', { name: 'T' })).body.id
  const handlerId = (await own.api.post('/client-handlers', { name: 'H' })).body.id
  const made = await new Rows(at, own.id).add('service_provider', { active: true })
  const clientId = await clientIn(own, { templateId })
  await own.api.put(`/clients/${clientId}`, { serviceProviderId: String(made['id']) })
  await own.api.put(`/client-handlers/${handlerId}/connect/${clientId}`, {})
  const targets: [string, string | null][] = [
    ['TENANT', null],
    ['SERVICE_PROVIDER', String(made['id'])],
    ['TEMPLATE', templateId],
    ['CLIENT_HANDLER', handlerId],
    ['CLIENT', clientId],
  ]
  for (const [n, [targetType, targetId]] of targets.entries()) {
    const sent = { targetType, targetId, prices: [fee(String(n + 1))] }
    const said = await say(sent, own)
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    const { effective } = await inForce(clientId, '', own.api)
    expect(effective).toMatchObject([{ fixed: String(n + 1), source: { targetType, targetId } }])
  }
  const { chain } = await inForce(clientId, '', own.api)
  expect(chain.map(({ targetType }: { targetType: string }) => targetType)).toEqual(
    targets.map(([targetType]) => targetType).toReversed(),
  )
  // Without prices a list leaves all to the next.
  await say({ targetType: 'CLIENT', targetId: clientId, prices: [] }, own)
  const { effective } = await inForce(clientId, '', own.api)
  expect(effective).toMatchObject([{ source: { targetType: 'CLIENT_HANDLER' } }])
})

test('it is explained by which bracket a charge costs what it costs, and how its VAT is treated', async () => {
  const clientId = await clientIn(tenant)
  const brackets = [
    { from: '0', to: '100', fixed: '15' },
    { from: '100', to: null, fixed: '12.50' },
  ]
  const volume = { chargeType: 'INVOICE_FEE', bracketBasis: 'VOLUME', max: '100', brackets }
  const list = await saidFor('CLIENT', clientId, [volume])
  expect(await feeOf(clientId, '?quantity=3&volume=99')).toMatchObject({
    charged: '45.00',
    bracket: { from: '0', to: '100' },
    vatTreatment: 'STANDARD',
  })
  expect(await feeOf(clientId, '?quantity=3&volume=100')).toMatchObject({
    charged: '37.50',
    bracket: { from: '100', to: null },
  })
  expect((await feeOf(clientId, '?quantity=9&volume=100')).charged).toBe('100.00')
  expect((await feeOf(clientId)).charged).toBeNull()
  const [{ brackets: kept }] = list.prices
  const dearer = await tenant.api.put(`/price-brackets/${kept[1].id}`, {
    fixed: '13',
    validFrom: inDays(1),
  })
  expect(dearer.body).toMatchObject({ from: '100', fixed: '13', chargeType: 'INVOICE_FEE' })
  expect((await tenant.api.get(`/price-brackets/${kept[1].id}`)).body.fixed).toBe('12.5')
  const then = `?quantity=3&volume=100&date=${inDays(1)}`
  expect((await feeOf(clientId, then)).charged).toBe('39.00')
  expect((await feeOf(clientId, '?quantity=3&volume=100')).charged).toBe('37.50')
  for (const [wrong, said] of [
    [[brackets[0]], { code: 'BRACKET_GAP' }],
    [[{ ...brackets[1], from: '50' }], { code: 'BRACKET_GAP' }],
    [[{ from: '-5', to: null, fixed: '9' }], { pointer: '/brackets/0/from' }],
  ] as const) {
    const sent = wrong.map((bracket) => ({ ...bracket, chargeType: 'INVOICE_FEE' }))
    const refused = await tenant.api.put('/price-brackets', {
      priceListId: list.id,
      brackets: sent,
    })
    expect(refused.status, JSON.stringify(refused.body)).toBe(400)
    expect(refused.body.errors[0]).toMatchObject(said)
  }
  expect((await feeOf(clientId, '?quantity=3&volume=100')).charged).toBe('37.50')
  const whole = [{ chargeType: 'INVOICE_FEE', from: '0', to: null, fixed: '9' }]
  const replaced = await tenant.api.put('/price-brackets', {
    priceListId: list.id,
    brackets: whole,
  })
  expect(replaced.body.prices).toMatchObject([{ max: '100', brackets: [{ fixed: '9', to: null }] }])
  const ofList = await tenant.api.get(`/price-brackets?priceListId=${replaced.body.id}`)
  expect(ofList.body.data).toMatchObject([{ from: '0', priceListId: replaced.body.id }])
})

test('people of a client see what it pays, whoever says it, and change none of it', async () => {
  const [clientId, otherId] = [await clientIn(tenant), await clientIn(tenant)]
  await say({ prices: [fee('7')] })
  const own = await saidFor('CLIENT', clientId, [{ chargeType: 'MONTHLY', fixed: '99' }])
  const others = await saidFor('CLIENT', otherId, [fee('1')])
  const rights = ['ReadPriceList', 'ReadPriceLists', 'UpdatePriceLists', 'UpdatePriceListPrices']
  const bound = await tenant.holding(rights as never, { kind: 'CLIENT', clientId })
  const { effective } = await inForce(clientId, '', bound)
  expect(effective).toMatchObject([
    { chargeType: 'INVOICE_FEE', fixed: '7', source: { targetType: 'TENANT' } },
    { chargeType: 'MONTHLY', fixed: '99', source: { priceListId: own.id } },
  ])
  expect((await bound.get('/price-lists')).body.data).toMatchObject([{ id: own.id }])
  expect((await bound.get(`/price-lists/${others.id}`)).status).toBe(404)
  expect((await bound.get(`/price-lists/target/${otherId}`)).status).toBe(404)
  expect((await bound.get(`/price-lists/target/${tenant.id}`)).status).toBe(404)
  const changed = await bound.put(`/price-lists/${own.id}/prices`, { prices: [fee('0')] })
  expect(changed.status).toBe(403)
  const sent = { targetType: 'CLIENT', targetId: clientId, currency: 'SEK', prices: [] }
  expect((await bound.put('/price-lists/update', sent)).status).toBe(403)
})

test('a list is somebody’s who is there, and of one currency', async () => {
  const clientId = await clientIn(tenant)
  const faults = async (more: object) => {
    const { status, body } = await say(more)
    return [status, body.errors?.[0].pointer]
  }
  expect(await faults({ targetType: 'CLIENT' })).toEqual([400, '/targetId'])
  expect(await faults({ targetId: clientId })).toEqual([400, '/targetId'])
  expect(await faults({ targetType: 'TEMPLATE', targetId: clientId })).toEqual([404, '/targetId'])
  const foreign = await clientIn(await tenantIn(at, 'Other'))
  expect(await faults({ targetType: 'CLIENT', targetId: foreign })).toEqual([404, '/targetId'])
  const twice = { targetType: 'CLIENT', targetId: clientId, prices: [fee('1'), fee('2')] }
  expect(await faults(twice)).toEqual([400, '/prices/1/chargeType'])
  await saidFor('CLIENT', clientId, [fee('1')])
  await saidFor('CLIENT', clientId, [fee('2')], { currency: 'EUR' })
  expect((await feeOf(clientId, '?currency=EUR')).fixed).toBe('2')
  expect((await feeOf(clientId, '?currency=SEK')).fixed).toBe('1')
  expect((await inForce(clientId, '?currency=NOK')).effective).toEqual([])
})
