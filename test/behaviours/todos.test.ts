import { beforeAll, describe, expect, test } from 'vitest'
import { families } from '../../src/entities/events.ts'
import { personIn, traceOf } from '../access/people.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant, tenantIn, type TestTenant, type World } from '../support/world.ts'
import { having } from './owners.ts'

let at: World
let tenant: TestTenant
let clientId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const titles = ({ body }: { body: { data: { title: string }[] } }) =>
  body.data.map(({ title }) => title)

describe.each(having('todos'))('to-dos on $name', ({ make, clientOf, place: { room } }) => {
  const set = (targetId: string, title: string, more: object = {}) =>
    tenant.api.post(room, { targetId, title, ...more })

  test('are set, read, listed, searched and changed, and leave their trace on it', async () => {
    const id = await make(tenant, clientId)
    const before = await traceOf(at, id)
    const toDo = await set(id, 'Call', { dueDate: '2026-12-01' })
    expect(toDo.status).toBe(201)
    const own = `${room}/${id}/${toDo.body.id}`
    expect(toDo.headers.get('location')).toBe(own)
    const whose = { clientId: clientOf(id, clientId) }
    expect(toDo.body).toMatchObject({ ...whose, status: 'OPEN', description: '', version: 1 })
    expect((await tenant.api.get(own)).body).toEqual(toDo.body)
    await set(id, 'Write', { dueDate: '2026-12-24' })
    expect(titles(await tenant.api.get(`${room}/${id}?sort=dueDate`))).toEqual(['Call', 'Write'])
    const filters = { targetId: id, dueDate: { to: '2026-12-02' } }
    expect(titles(await tenant.api.post(`${room}/search`, { filters }))).toEqual(['Call'])
    const changed = await tenant.api.put(own, { description: 'Twice', version: 1 })
    expect(changed.body).toMatchObject({ description: 'Twice', version: 2 })
    expect((await tenant.api.put(own, { title: 'Late', version: 1 })).body.code).toBe(
      'VERSION_CONFLICT',
    )
    const { log, events } = await traceOf(at, id)
    expect(events.slice(before.events.length)).toEqual(['created', 'created', 'updated'])
    expect(log.at(-1)?.changes).toEqual({
      ToDo: { from: { description: '' }, to: { description: 'Twice' } },
    })
  })

  test('are shown page by page', async () => {
    const id = await make(tenant, clientId)
    for (const title of ['one', 'two', 'three']) await set(id, title)
    const first = await tenant.api.get(`${room}/${id}?limit=2`)
    expect(titles(first)).toEqual(['three', 'two'])
    const rest = `${room}/${id}?limit=2&cursor=${first.body.nextCursor}`
    expect(titles(await tenant.api.get(rest))).toEqual(['one'])
  })

  test('that are done change no more, until they are opened again', async () => {
    const id = await make(tenant, clientId)
    const toDo = await set(id, 'Call')
    const own = `${room}/${id}/${toDo.body.id}`
    const done = await tenant.api.put(own, { status: 'RESOLVED' })
    expect(done.body.status).toBe('RESOLVED')
    expect(done.body.resolvedBy).toBe(toDo.body.createdBy)
    for (const sent of [{ title: 'Write' }, { status: 'CANCELLED' }, { status: 'RESOLVED' }]) {
      expect((await tenant.api.put(own, sent)).body.code).toBe('TODO_NOT_OPEN')
    }
    const again = await tenant.api.put(own, { status: 'OPEN', title: 'Write' })
    expect(again.body).toMatchObject({ status: 'OPEN', resolvedBy: null, title: 'Write' })
    await tenant.api.put(own, { status: 'CANCELLED' })
    const { events } = await traceOf(at, id)
    expect(events.slice(-4)).toEqual(['created', 'resolved', 'reopened', 'cancelled'])
  })

  test('are resolved together, all or none', async () => {
    const id = await make(tenant, clientId)
    const ids = [(await set(id, 'One')).body.id, (await set(id, 'Two')).body.id]
    const all = () => tenant.api.put(`${room}/resolve-multiple`, { ids })
    const absent = { ids: [...ids, 'TD06D7ZCEWYHZ8N17900Y07H8PR4'] }
    const missing = await tenant.api.put(`${room}/resolve-multiple`, absent)
    expect(missing.body.errors).toMatchObject([{ pointer: '/ids/2', code: 'NOT_FOUND' }])
    expect((await tenant.api.get(`${room}/${id}?status=OPEN`)).body.data).toHaveLength(2)
    const done = await all()
    expect(done.status).toBe(200)
    expect(done.body.data).toMatchObject(ids.map((each) => ({ id: each, status: 'RESOLVED' })))
    expect((await all()).body.code).toBe('TODO_NOT_OPEN')
  })
})

describe.each(having('todos'))(
  'who has to do with to-dos on $name',
  ({ targetType, make, clientOf, place }) => {
    const { room, rights: held } = place
    const set = (targetId: string, title: string, more: object = {}) =>
      tenant.api.post(room, { targetId, title, ...more })

    test('are given to who may see it, and to nobody else', async () => {
      const id = await make(tenant, clientId)
      const other = await clientIn(tenant)
      const rights = families.get(targetType)?.rights ?? []
      const staff = await personIn(at, tenant, { rights })
      const rightless = await personIn(at, tenant, { rights: ['ReadLabels'] })
      const theirs = await personIn(at, tenant, { rights, clientId: other })
      const whose = clientOf(id, clientId)
      const own = await personIn(at, tenant, { rights, clientId: whose ?? clientId })
      for (const { id: assigneeUserId } of whose === null ? [staff] : [staff, own]) {
        expect((await set(id, 'Call', { assigneeUserId })).body).toMatchObject({ assigneeUserId })
      }
      if (whose === null) {
        const outside = await set(id, 'Call', { assigneeUserId: own.id })
        expect(outside.body.code).toBe('ASSIGNEE_MAY_NOT_SEE')
      }
      for (const { id: assigneeUserId } of [theirs, rightless]) {
        const blind = await set(id, 'Call', { assigneeUserId })
        expect(blind.body.code).toBe('ASSIGNEE_MAY_NOT_SEE')
      }
      const { body: toDo } = await set(id, 'Call')
      const put = { assigneeUserId: theirs.id }
      expect((await tenant.api.put(`${room}/${id}/${toDo.id}`, put)).body.code).toBe(
        'ASSIGNEE_MAY_NOT_SEE',
      )
      const absent = { assigneeUserId: 'U06D7ZCEWYHZ8N179004G7H8PR4' }
      expect((await set(id, 'Call', absent)).status).toBe(404)
      const group = await tenant.api.post('/user-groups', { name: `Group ${id}` })
      const userGroupId = group.body.id
      const empty = await set(id, 'Call', { userGroupId })
      expect(empty.body.code).toBe('ASSIGNEE_MAY_NOT_SEE')
      await at.owner(
        'insert into user_group_member (tenant_id, user_group_id, user_id) values ($1, $2, $3)',
        [tenant.id, userGroupId, staff.id],
      )
      expect((await set(id, 'Call', { userGroupId })).body).toMatchObject({ userGroupId })
    })

    test('on what is foreign, absent or of another client are not found', async () => {
      const away = await tenantIn(at, 'Other')
      const foreign = await make(away, await clientIn(away))
      expect((await set(foreign, 'Call')).status).toBe(404)
      expect((await tenant.api.get(`${room}/${foreign}`)).status).toBe(404)
      const [id, elsewhere] = [await make(tenant, clientId), await make(tenant, clientId)]
      const { body: toDo } = await set(id, 'Call')
      expect((await tenant.api.get(`${room}/${elsewhere}/${toDo.id}`)).status).toBe(404)
      const theirs = await tenant.holding(held, { clientId: await clientIn(tenant) })
      expect((await theirs.get(`${room}/${id}`)).status).toBe(404)
      expect((await theirs.put(`${room}/${id}/${toDo.id}`, { title: 'Ours' })).status).toBe(404)
      expect((await theirs.put(`${room}/resolve-multiple`, { ids: [toDo.id] })).status).toBe(404)
      expect((await theirs.post(`${room}/search`, {})).body.data).toEqual([])
      const whose = clientOf(id, clientId)
      const mine = await tenant.holding(held, { clientId: whose ?? clientId })
      const shown = await mine.get(`${room}/${id}`)
      if (whose === null) expect(shown.status).toBe(404)
      else expect(titles(shown)).toEqual(['Call'])
    })

    test('of the tenant are ended by who is bound to its client only where they were given', async () => {
      const id = await make(tenant, clientId)
      const whose = clientOf(id, clientId)
      if (whose === null) return
      const rights = [...held, ...(families.get(targetType)?.rights ?? [])]
      const mine = await personIn(at, tenant, { rights, clientId: whose })
      const { body: toDo } = await set(id, 'Call')
      const path = `${room}/${id}/${toDo.id}`
      const together = (ids: string[]) => mine.api.put(`${room}/resolve-multiple`, { ids })
      const changes = [{ status: 'RESOLVED' }, { status: 'CANCELLED' }, { title: 'Ours' }]
      for (const sent of changes) {
        expect((await mine.api.put(path, sent)).body.code).toBe('ACCESS_DENIED')
      }
      expect((await together([toDo.id])).body.code).toBe('ACCESS_DENIED')
      const given = await set(id, 'Write', { assigneeUserId: mine.id })
      const ownPath = `${room}/${id}/${given.body.id}`
      expect((await mine.api.put(ownPath, { title: 'Ours' })).body.code).toBe('ACCESS_DENIED')
      expect((await mine.api.put(ownPath, { status: 'RESOLVED' })).status).toBe(200)
    })
  },
)

test('a debtor sees no to-dos on its claims', async () => {
  const id = await activatedInvoice(tenant, clientId)
  await tenant.api.post('/invoice/todo', { targetId: id, title: 'Call' })
  const { debtorId } = (await tenant.api.get(`/invoices/${id}`)).body
  const debtor = await tenant.holding(['GetInvoiceToDo'], { debtorId, clientId })
  expect((await debtor.get(`/invoice/todo/${id}`)).body.data).toEqual([])
})
