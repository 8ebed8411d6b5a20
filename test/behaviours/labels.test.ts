import { beforeAll, describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { traceOf } from '../access/people.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant, tenantIn, type TestTenant, type World } from '../support/world.ts'
import { having } from './owners.ts'

let at: World
let tenant: TestTenant
let clientId: string
let made = 0

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const label = async (more: object = {}) =>
  (await tenant.api.post('/labels', { name: `Label ${++made}`, ...more })).body

describe.each(having('labels'))('labels on $name', ({ make, place, targetType, clientOf }) => {
  test('are put on, listed, replaced and taken off, and leave their trace on it', async () => {
    const id = await make(tenant, clientId)
    const before = await traceOf(at, id)
    const [urgent, calm] = [await label({ colour: '#ff0000' }), await label()]
    const put = await tenant.api.post(place.list(id), { labelId: urgent.id })
    expect(put.status).toBe(201)
    expect(put.headers.get('location')).toBe(place.list(id))
    const shown = { labelId: urgent.id, name: urgent.name, colour: '#ff0000', targetId: id }
    expect(put.body).toMatchObject({ ...shown, version: 1 })
    expect((await tenant.api.get(place.list(id))).body.data).toEqual([put.body])
    const own = `${place.list(id)}/${put.body.id}`
    const replaced = await tenant.api.put(own, { labelId: calm.id })
    expect(replaced.body).toMatchObject({ labelId: calm.id, name: calm.name, version: 2 })
    expect((await tenant.api.delete(`/labels/${calm.id}`)).body.code).toBe('IN_USE')
    expect((await tenant.api.delete(own)).status).toBe(204)
    expect((await tenant.api.get(place.list(id))).body.data).toEqual([])
    expect((await tenant.api.delete(`/labels/${calm.id}`)).status).toBe(204)
    const { log, events } = await traceOf(at, id)
    expect(events.slice(before.events.length)).toEqual([
      'assignmentCreated',
      'assignmentUpdated',
      'assignmentDeleted',
    ])
    expect(log[before.log.length + 1]?.changes).toEqual({
      LabelAssignment: { from: { labelId: urgent.id }, to: { labelId: calm.id } },
    })
  })

  test('are on it once, and shown page by page', async () => {
    const id = await make(tenant, clientId)
    const [a, b, c] = [await label(), await label(), await label()]
    const put = [a, b, c].map(
      ({ id: labelId }) =>
        () =>
          tenant.api.post(place.list(id), { labelId }),
    )
    const [first] = [await put[0]!(), await put[1]!(), await put[2]!()]
    expect((await put[0]!()).body.code).toBe('ALREADY_EXISTS')
    const onto = await tenant.api.put(`${place.list(id)}/${first!.body.id}`, { labelId: b.id })
    expect(onto.body.code).toBe('ALREADY_EXISTS')
    const page = await tenant.api.get(`${place.list(id)}?limit=2`)
    const names = ({ body }: typeof page) => body.data.map(({ name }: { name: string }) => name)
    expect(names(page)).toEqual([a.name, b.name])
    const rest = `${place.list(id)}?limit=2&cursor=${page.body.nextCursor}`
    expect(names(await tenant.api.get(rest))).toEqual([c.name])
  })

  test('come from the register, and for this kind of thing', async () => {
    const id = await make(tenant, clientId)
    const absent = 'LB06D7ZCEWYHZ8N17900YG7H8PR4'
    const unknown = await tenant.api.post(place.list(id), { labelId: absent })
    expect(unknown.status).toBe(404)
    const { id: labelId } = await label()
    const scope = targetType === 'CLIENT' ? 'INVOICE' : 'CLIENT'
    await at.owner('update label set scope = $2 where id = $1', [labelId, scope])
    const of = await tenant.api.post(place.list(id), { labelId })
    expect(of.body.code).toBe('LABEL_OF_OTHERS')
  })

  test('on what is foreign, absent or of another client are not found', async () => {
    const other = await tenantIn(at, 'Other')
    const foreign = await make(other, await clientIn(other))
    const { id: labelId } = await label()
    expect((await tenant.api.get(place.list(foreign))).status).toBe(404)
    expect((await tenant.api.post(place.list(foreign), { labelId })).status).toBe(404)
    const [id, elsewhere] = [await make(tenant, clientId), await make(tenant, clientId)]
    const { body: put } = await tenant.api.post(place.list(id), { labelId })
    expect((await tenant.api.delete(`${place.list(elsewhere)}/${put.id}`)).status).toBe(404)
    const { rights } = place
    const theirs = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    expect((await theirs.get(place.list(id))).status).toBe(404)
    expect((await theirs.delete(`${place.list(id)}/${put.id}`)).status).toBe(404)
    const mine = await tenant.holding(rights, { clientId: clientOf(id, clientId)! })
    expect((await mine.get(place.list(id))).body.data).toMatchObject([{ labelId }])
  })

  test('that the tenant put on stay on it for who is bound to its client', async () => {
    const id = await make(tenant, clientId)
    const whose = clientOf(id, clientId)
    if (whose === null) return
    const rights: Right[] = [
      ...place.rights,
      'UpdateInvoiceLabels',
      'CreateClientLabels',
      'CreateDebtorLabels',
    ]
    const mine = await tenant.holding(rights, { clientId: whose })
    const [urgent, calm, ours] = [await label(), await label(), await label()]
    const { body: put } = await tenant.api.post(place.list(id), { labelId: urgent.id })
    const own = `${place.list(id)}/${put.id}`
    expect((await mine.put(own, { labelId: calm.id })).body.code).toBe('ACCESS_DENIED')
    expect((await mine.delete(own)).body.code).toBe('ACCESS_DENIED')
    const byThem = await mine.post(place.list(id), { labelId: ours.id })
    const colleague = await tenant.holding(rights, { clientId: whose })
    expect((await colleague.delete(`${place.list(id)}/${byThem.body.id}`)).status).toBe(204)
    expect((await tenant.api.get(place.list(id))).body.data).toMatchObject([{ id: put.id }])
  })
})

test('a debtor sees no labels on its claims', async () => {
  const id = await activatedInvoice(tenant, clientId)
  await tenant.api.post(`/invoices/${id}/labels`, { labelId: (await label()).id })
  const { debtorId } = (await tenant.api.get(`/invoices/${id}`)).body
  const debtor = await tenant.holding(['ReadInvoiceLabels'], { debtorId, clientId })
  expect((await debtor.get(`/invoices/${id}/labels`)).body.data).toEqual([])
})

test('a name stands in the register once', async () => {
  const { name } = await label()
  expect((await tenant.api.post('/labels', { name })).body.code).toBe('ALREADY_EXISTS')
  const found = await tenant.api.post('/labels/search', { filters: { name } })
  expect(found.body.data).toMatchObject([{ name, scope: null, colour: null }])
})
