import { describe, expect, test } from 'vitest'
import { families } from '../../src/entities/events.ts'
import { personIn, roleIn, traceOf } from '../access/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { having } from './owners.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)

/** Somebody who may read invoices by one role, and clients by another. */
async function clerk(rights: readonly string[] = ['ReadInvoice']) {
  const person = await personIn(at, tenant)
  const roleId = await roleIn(tenant, rights)
  await tenant.api.post(`/users/${person.id}/roles`, { roleId })
  return { ...person, roleId }
}

const room = '/invoice/todo'

async function given(more: object, targetId?: string) {
  const id = targetId ?? (await createdInvoice(tenant, clientId))
  const { status, body } = await tenant.api.post(room, { targetId: id, title: 'Call', ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  const path = `${room}/${id}/${body.id}`
  const now = async () => (await tenant.api.get(path)).body
  return { id, path, now }
}

describe.each(having('todos'))(
  'a to-do on $name',
  ({ targetType, make, clientOf, place: { room: own } }) => {
    test('is given back by who loses the role to open it, and its owner tells of it', async () => {
      const id = await make(tenant, clientId)
      const rights = families.get(targetType)?.rights ?? []
      const { id: assigneeUserId, roleId } = await clerk(rights)
      const { body: toDo } = await tenant.api.post(own, {
        targetId: id,
        title: 'Call',
        assigneeUserId,
      })
      expect(toDo).toMatchObject({ assigneeUserId, clientId: clientOf(id, clientId) })
      expect((await tenant.api.delete(`/users/${assigneeUserId}/roles/${roleId}`)).status).toBe(204)
      const path = `${own}/${id}/${toDo.id}`
      const left = { assigneeUserId: null, status: 'OPEN', version: 2 }
      expect((await tenant.api.get(path)).body).toMatchObject(left)
      const { log, events } = await traceOf(at, id)
      expect(events.slice(-2)).toEqual(['created', 'updated'])
      expect(log.at(-1)?.changes).toEqual({
        ToDo: { from: { assigneeUserId }, to: { assigneeUserId: null } },
      })
    })
  },
)

describe('to-dos of who sees less than before', () => {
  test('stay where another role opens them, and go where a right is taken from the role', async () => {
    const { id: assigneeUserId, roleId } = await clerk(['ReadInvoice', 'ReadReasonCode'])
    const toDo = await given({ assigneeUserId })
    const other = await roleIn(tenant, ['ReadInvoices'])
    await tenant.api.post(`/users/${assigneeUserId}/roles`, { roleId: other })
    await tenant.api.delete(`/roles/${roleId}/rights/ReadInvoice`)
    expect((await toDo.now()).assigneeUserId).toBe(assigneeUserId)
    await tenant.api.delete(`/roles/${other}/rights/ReadInvoices`)
    expect((await toDo.now()).assigneeUserId).toBeNull()
  })

  test('are given back where somebody is switched off, or is super-user no more', async () => {
    const off = await clerk()
    await personIn(at, tenant, { superUser: true })
    const boss = await personIn(at, tenant, { superUser: true })
    const [one, other] = [
      await given({ assigneeUserId: off.id }),
      await given({ assigneeUserId: boss.id }),
    ]
    await tenant.api.put(`/users/${off.id}/toggle`, { active: false })
    expect((await one.now()).assigneeUserId).toBeNull()
    expect((await other.now()).assigneeUserId).toBe(boss.id)
    const ended = await tenant.api.put(`/users/${boss.id}/toggle-super-user`, { superUser: false })
    expect(ended.status).toBe(200)
    expect((await other.now()).assigneeUserId).toBeNull()
  })

  test('stay with a group of which one can open them, and no longer', async () => {
    const [seeing, also, blind] = [await clerk(), await clerk(), await clerk(['ReadReasonCode'])]
    const { body: group } = await tenant.api.post('/user-groups', { name: 'Who calls' })
    const members = `/user-groups/${group.id}/users`
    for (const { id: userId } of [seeing, also, blind]) await tenant.api.post(members, { userId })
    const toDo = await given({ userGroupId: group.id })
    await tenant.api.delete(`${members}/${seeing.id}`)
    expect((await toDo.now()).userGroupId).toBe(group.id)
    await tenant.api.delete(`/users/${also.id}/roles/${also.roleId}`)
    expect((await toDo.now()).userGroupId).toBeNull()
  })

  test('are no group’s that is dissolved, also those that are done', async () => {
    const { id: userId } = await clerk()
    const { body: group } = await tenant.api.post('/user-groups', { name: 'Who writes' })
    await tenant.api.post(`/user-groups/${group.id}/users`, { userId })
    const [open, done] = [
      await given({ userGroupId: group.id }),
      await given({ userGroupId: group.id }),
    ]
    await tenant.api.put(done.path, { status: 'RESOLVED' })
    expect((await tenant.api.delete(`/user-groups/${group.id}`)).status).toBe(204)
    expect(await open.now()).toMatchObject({ userGroupId: null, status: 'OPEN' })
    expect(await done.now()).toMatchObject({ userGroupId: null, status: 'RESOLVED' })
  })

  test('that are done stay theirs, and are anybody’s when they are opened again', async () => {
    const { id: assigneeUserId, roleId } = await clerk()
    const toDo = await given({ assigneeUserId })
    await tenant.api.put(toDo.path, { status: 'RESOLVED' })
    await tenant.api.delete(`/users/${assigneeUserId}/roles/${roleId}`)
    expect((await toDo.now()).assigneeUserId).toBe(assigneeUserId)
    const again = await tenant.api.put(toDo.path, { status: 'OPEN' })
    expect(again.body).toMatchObject({ status: 'OPEN', assigneeUserId: null })
  })

  test('are given back by a client that switches its own people off, whoever gave them', async () => {
    const rights = ['ToggleUsers', 'ReadInvoice', 'ReadInvoices']
    const boss = await personIn(at, tenant, { rights, clientId })
    const clerk = await personIn(at, tenant, { rights: ['ReadInvoice'], clientId })
    const toDo = await given({ assigneeUserId: clerk.id })
    const off = await boss.api.put(`/users/${clerk.id}/toggle`, { active: false })
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    expect((await toDo.now()).assigneeUserId).toBeNull()
  })

  test('are not given to who loses the role in that moment', async () => {
    const people = [await clerk(), await clerk(), await clerk(), await clerk()]
    const targetId = await createdInvoice(tenant, clientId)
    await Promise.all(
      people.flatMap(({ id: assigneeUserId, roleId }) => [
        tenant.api.post(room, { targetId, title: 'Call', assigneeUserId }),
        tenant.api.delete(`/users/${assigneeUserId}/roles/${roleId}`),
        tenant.api.post(room, { targetId, title: 'Write', assigneeUserId }),
      ]),
    )
    const { body } = await tenant.api.get(`${room}/${targetId}?limit=50`)
    const held = body.data.map((each: { assigneeUserId: string | null }) => each.assigneeUserId)
    expect(held.filter((each: string | null) => each !== null)).toEqual([])
  })
})

test('rights and roles are taken at once, and nobody waits in a circle', async () => {
  for (let round = 0; round < 6; round++) {
    const people = [await clerk(), await clerk(), await clerk()]
    const shared = await roleIn(tenant, ['ReadInvoices', 'ReadDebtors'])
    for (const { id } of people) {
      await tenant.api.post(`/users/${id}/roles`, { roleId: shared })
      await given({ assigneeUserId: id })
    }
    const answers = await Promise.all([
      tenant.api.delete(`/roles/${shared}/rights/ReadInvoices`),
      ...people.map(({ id, roleId }) => tenant.api.delete(`/users/${id}/roles/${roleId}`)),
      tenant.api.delete(`/roles/${shared}/rights/ReadDebtors`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  }
  await at.owner('select pg_stat_force_next_flush()')
  const [row] = await at.owner(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  expect(row).toEqual({ n: 0 })
})
