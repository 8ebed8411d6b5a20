import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFactoring } from '../../src/activities/factoring/request-factoring.ts'
import { traceOf } from '../access/people.ts'
import {
  activated,
  asked,
  dayFromNow,
  decided,
  financedClient,
  newDebtor,
} from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let made = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant)
})
afterAll(() => at.close())

async function groupOf(more: object = {}) {
  const facts = { name: `Concern ${++made}`, currency: 'SEK', ...more }
  const answer = await tenant.api.post('/system-debtor-groups', facts)
  expect([answer.status, answer.body.code]).toEqual([201, undefined])
  return answer.body
}

const path = (id: string, rest = '') => `/system-debtor-groups/${id}${rest}`
const read = async (id: string) => (await tenant.api.get(path(id))).body
const usedOf = async (id: string) => (await read(id)).utilised

/** An identity with a claim of 12,500.00, financed where it is asked for. */
async function debtorOf({ finances = true } = {}) {
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  if (finances) await asked(at, tenant, claim)
  const number = String(debtor['identificationNumber'])
  const { body } = await tenant.api.get(`/system-debtors/${number}`)
  return { id: String(body.id), number, debtor, claim }
}

const add = (groupId: string, systemDebtorId: string) =>
  tenant.api.post(path(groupId, '/system-debtors'), { systemDebtorId })

const verdictOf = async (decisionId: string) => {
  const [row] = await at.owner('select finance_decision from factoring_decision where id = $1', [
    decisionId,
  ])
  return row?.['finance_decision']
}

describe('a group of system debtors', () => {
  test('is formed, read, found, changed and dissolved, and leaves its trace', async () => {
    const group = await groupOf({ description: 'Timber', creditLimit: '50000.00' })
    expect(group).toMatchObject({
      parentId: null,
      creditLimit: '50000.00',
      utilised: '0.00',
      available: '50000.00',
      version: 1,
    })
    expect(await read(group.id)).toEqual(group)
    const filters = { name: group.name }
    const found = await tenant.api.post('/system-debtor-groups/search', { filters })
    expect(found.body.data).toEqual([group])
    const { id } = await debtorOf()
    const added = await add(group.id, id)
    expect([added.status, added.body.id]).toEqual([201, id])
    expect((await tenant.api.get(path(group.id, '/system-debtors'))).body.data).toMatchObject([
      { id },
    ])
    const put = await tenant.api.put(path(group.id), { creditLimit: null, name: `Wood ${++made}` })
    expect(put.body).toMatchObject({ description: 'Timber', creditLimit: null, available: null })
    expect((await tenant.api.delete(path(group.id))).status).toBe(204)
    expect((await tenant.api.get(path(group.id))).status).toBe(404)
    expect((await tenant.api.get(`/system-debtors/${id}`)).status).toBe(200)
    const { events } = await traceOf(at, group.id)
    expect(events).toEqual(expect.arrayContaining(['created', 'systemDebtorAdded', 'updated']))
    expect(events).toEqual(expect.arrayContaining(['systemDebtorRemoved', 'deleted']))
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('has each debtor alone, and once', async () => {
    const [one, other] = [await groupOf(), await groupOf()]
    const { id } = await debtorOf({ finances: false })
    await add(one.id, id)
    const again = await add(one.id, id)
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    const second = await add(other.id, id)
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'IN_ANOTHER_DEBTOR_GROUP', existingId: one.id },
    })
    const gone = await tenant.api.delete(path(one.id, `/system-debtors/${id}`))
    expect(gone.status).toBe(204)
    expect((await add(other.id, id)).status).toBe(201)
    expect((await tenant.api.delete(path(one.id, `/system-debtors/${id}`))).status).toBe(404)
  })
})

describe('where a group stands', () => {
  test('is never under itself, whoever asks at once, nor in another currency', async () => {
    const top = await groupOf()
    const middle = await groupOf({ parentId: top.id })
    const low = await groupOf({ parentId: middle.id })
    for (const parentId of [top.id, middle.id, low.id]) {
      const circle = await tenant.api.put(path(top.id), { parentId })
      expect([circle.status, circle.body.code]).toEqual([409, 'DEBTOR_GROUP_CIRCLE'])
    }
    const [one, other] = [await groupOf(), await groupOf()]
    const both = await Promise.all([
      tenant.api.put(path(one.id), { parentId: other.id }),
      tenant.api.put(path(other.id), { parentId: one.id }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const euro = await groupOf({ currency: 'EUR' })
    const foreign = await tenant.api.put(path(euro.id), { parentId: top.id })
    expect([foreign.status, foreign.body.errors[0].code]).toEqual([400, 'OTHER_CURRENCY'])
    const full = await tenant.api.delete(path(top.id))
    expect([full.status, full.body.code]).toEqual([409, 'DEBTOR_GROUP_HAS_GROUPS'])
    expect((await read(top.id)).parentId).toBe(null)
    let parentId = low.id
    for (let n = 0; n < 8; n++) parentId = (await groupOf({ parentId })).id
    const deep = { name: `Concern ${++made}`, currency: 'SEK', parentId }
    const eleventh = await tenant.api.post('/system-debtor-groups', deep)
    expect([eleventh.status, eleventh.body.errors[0].code]).toEqual([400, 'TOO_DEEP'])
  })

  test('has at most ten above the lowest below it, wherever the two are joined', async () => {
    const chain = async (length: number, under?: string) => {
      const ids: string[] = []
      for (let n = 0; n < length; n++) {
        const parentId = ids.at(-1) ?? under
        ids.push((await groupOf(parentId === undefined ? {} : { parentId })).id)
      }
      return ids
    }
    const upper = await chain(6)
    const lower = await chain(5)
    const beside = await chain(1, lower[0])
    const under = (parentId: unknown) => tenant.api.put(path(lower[0]!), { parentId })
    const deep = await under(upper.at(-1))
    expect(deep.status).toBe(200)
    await tenant.api.put(path(lower[0]!), { parentId: null })
    await chain(1, lower.at(-1))
    const deeper = await under(upper.at(-1))
    expect([deeper.status, deeper.body.errors?.[0].code]).toEqual([400, 'TOO_DEEP'])
    expect((await read(lower[0]!)).parentId).toBe(null)
    expect((await under(upper.at(-2))).status).toBe(200)
    const circle = await under(beside[0])
    expect([circle.status, circle.body.code]).toEqual([409, 'DEBTOR_GROUP_CIRCLE'])
  })

  test('is nobody’s of a client, nor of another tenant', async () => {
    const { id } = await groupOf()
    const rights = [
      'ReadSystemDebtorGroup',
      'ReadSystemDebtorGroups',
      'UpdateSystemDebtorGroups',
      'CreateSystemDebtorGroups',
      'DeleteSystemDebtorGroups',
    ] as const
    const bound = await tenant.holding(rights, { clientId })
    for (const answer of [
      await bound.get('/system-debtor-groups'),
      await bound.get(path(id)),
      await bound.put(path(id), { name: 'Mine' }),
      await bound.post('/system-debtor-groups', { name: 'Mine', currency: 'SEK' }),
      await bound.delete(path(id)),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    }
    const other = await tenantIn(at, 'Other')
    expect((await other.api.get(path(id))).status).toBe(404)
    const foreign = await other.api.post('/system-debtor-groups', {
      name: 'Theirs',
      currency: 'SEK',
      parentId: id,
    })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([404, '/parentId'])
    expect(await clientIn(other)).toBeDefined()
  })
})

describe('the limit of a group', () => {
  test('counts its debtors and the groups below it, as they come and go', async () => {
    const top = await groupOf()
    const [low, beside] = [await groupOf({ parentId: top.id }), await groupOf()]
    const one = await debtorOf()
    await add(low.id, one.id)
    expect([await usedOf(low.id), await usedOf(top.id)]).toEqual(['12500.00', '12500.00'])
    await tenant.api.put(path(low.id), { parentId: beside.id })
    expect([await usedOf(top.id), await usedOf(beside.id)]).toEqual(['0.00', '12500.00'])
    const claim = await activated(at, tenant, clientId, {
      debtor: one.debtor,
      dates: { invoiceDate: dayFromNow(at, -6), expireDate: dayFromNow(at, 25) },
    })
    await asked(at, tenant, claim)
    expect([await usedOf(low.id), await usedOf(beside.id)]).toEqual(['25000.00', '25000.00'])
    await tenant.api.delete(path(low.id, `/system-debtors/${one.id}`))
    expect([await usedOf(low.id), await usedOf(beside.id)]).toEqual(['0.00', '0.00'])
    await add(low.id, one.id)
    await tenant.api.delete(path(low.id))
    expect(await usedOf(beside.id)).toBe('0.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('binds each of its debtors, through every group above', async () => {
    const top = await groupOf({ creditLimit: '20000.00' })
    const low = await groupOf({ parentId: top.id })
    const [one, other] = [await debtorOf(), await debtorOf({ finances: false })]
    await add(low.id, one.id)
    await add(low.id, other.id)
    expect(await verdictOf(await asked(at, tenant, other.claim))).toBe('DENIED')
    await tenant.api.put(path(top.id), { creditLimit: '30000.00' })
    expect(await verdictOf(await asked(at, tenant, other.claim))).toBe('APPROVED')
    expect(await read(top.id)).toMatchObject({ utilised: '25000.00', available: '5000.00' })
    expect(await read(low.id)).toMatchObject({ creditLimit: null, available: '5000.00' })
    const { body: limits } = await tenant.api.get(
      `/system-debtor-credit-status/system-debtor/${one.id}`,
    )
    expect(limits.data).toMatchObject([{ creditLimit: null, available: '5000.00' }])
    const filters = { name: low.name }
    const found = await tenant.api.post('/system-debtor-groups/search', { filters })
    expect(found.body.data).toMatchObject([{ available: '5000.00' }])
    const own = await tenant.api.put(path(low.id), { creditLimit: '28000.00' })
    expect(own.body.available).toBe('3000.00')
    const wide = await tenant.api.put(path(low.id), { creditLimit: '90000.00' })
    expect(wide.body.available).toBe('5000.00')
  })

  test('is exceeded by nobody who decides at once, nor missed by who comes in then', async () => {
    const group = await groupOf({ creditLimit: '40000.00' })
    const debtors = await Promise.all(
      Array.from({ length: 6 }, () => debtorOf({ finances: false })),
    )
    await Promise.all(debtors.slice(0, 4).map(({ id }) => add(group.id, id)))
    const decisions = await Promise.all(
      debtors.map(({ claim }) => tenant.work((unit) => requestFactoring(unit, claim))),
    )
    await Promise.all([
      ...decisions.map(({ id }) => decided(at, tenant, id)),
      ...debtors.slice(4).map(({ id }) => add(group.id, id)),
    ])
    const verdicts = await Promise.all(decisions.map(({ id }) => verdictOf(id)))
    expect(verdicts.slice(0, 4).filter((one) => one === 'APPROVED').length).toBeLessThan(4)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})
