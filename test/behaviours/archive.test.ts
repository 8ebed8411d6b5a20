import { beforeAll, describe, expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import { clientIn } from '../support/trade.ts'
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

describe.each(having('archive'))('the archive of $name', ({ make, entity, place }) => {
  const { finished, room, rights, searches, asked, events: words, refusals } = place
  const add = (id: string) => tenant.api.put(`${room}/${id}/archive/add`)
  const remove = (id: string) => tenant.api.put(`${room}/${id}/archive/remove`)

  const isFound = async (id: string, path: string, filters: object = {}) => {
    const sent = { filters: { clientId, ...filters }, limit: 500, count: true }
    const { data, count } = (await tenant.api.post(path, sent)).body
    expect(count).toBe(data.length)
    return data.some((one: { id: string }) => one.id === id)
  }

  test('takes what is over, lists it to who asks for it, and gives it back', async () => {
    const id = await finished(tenant, clientId)
    const before = await traceOf(at, id)
    const { body: first } = await tenant.api.get(`${room}/${id}`)
    const archived = await add(id)
    expect([archived.status, archived.body.version]).toEqual([200, first.version + 1])
    expect(archived.body.archivedAt).not.toBeNull()
    expect((await tenant.api.get(`${room}/${id}`)).body).toMatchObject(archived.body)
    for (const path of searches) {
      expect([await isFound(id, path), await isFound(id, path, asked)]).toEqual([false, true])
    }
    const back = await remove(id)
    expect((await tenant.api.get(`${room}/${id}`)).body).toEqual({
      ...first,
      version: first.version + 2,
      updatedAt: back.body.updatedAt,
    })
    for (const path of searches) expect(await isFound(id, path)).toBe(true)

    const { log, events } = await traceOf(at, id)
    expect(events.slice(before.events.length)).toEqual(words)
    const changes = log.slice(before.log.length) as { entity?: string; changes: object }[]
    expect(changes.map((change) => change.entity)).toEqual([entity, entity])
    expect(changes[0]?.changes).toMatchObject({ archivedAt: { from: null } })
  })

  test('takes nothing whose life goes on, and gives nothing back twice', async () => {
    const id = await make(tenant, clientId)
    const [notOver, notArchived] = refusals
    expect(await add(id)).toMatchObject({ status: 409, body: { code: notOver } })
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: notArchived } })
    const over = await finished(tenant, clientId)
    await add(over)
    expect((await add(over)).body.code).toBe(notOver)
    const stale = { version: 1 }
    const late = await tenant.api.put(`${room}/${over}/archive/remove`, stale)
    expect(late.body.code).toBe('VERSION_CONFLICT')
  })

  test('is that of who may see it', async () => {
    const id = await finished(tenant, clientId)
    const away = await tenantIn(at, 'Other')
    const theirs = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    for (const api of [away.api, theirs]) {
      expect((await api.put(`${room}/${id}/archive/add`)).status).toBe(404)
      expect((await api.put(`${room}/${id}/archive/remove`)).status).toBe(404)
    }
    const [adding] = rights
    const half = await tenant.holding([adding], { clientId })
    expect((await half.put(`${room}/${id}/archive/add`)).status).toBe(200)
    expect((await half.put(`${room}/${id}/archive/remove`)).status).toBe(403)
  })
})
