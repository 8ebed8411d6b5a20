import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App, Registered } from '../../src/kernel/http/app.ts'
import { needsSuperUser, rightsOf } from '../../src/kernel/http/operation.ts'
import { codesOf } from '../../src/kernel/http/description/refusals.ts'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { idPattern, type IdKind } from '../../src/entities/ids.ts'
import { assignedTo, narrowedApp } from '../support/assigned.ts'
import { tableOfKind } from '../support/rows.ts'
import { describeByArea, routeOf, secured } from '../support/served.ts'
import { noteTouched, touchedBy } from '../support/touched.ts'
import { tenantIn, world, type Answered, type Api, type World } from '../support/world.ts'
import { kindsIn, send, Stage, type Call } from './stage.ts'

interface Naming {
  one: Registered
  route: string
  kinds: IdKind[]
}

/** Every operation whose body names something by its id. */
const naming: Naming[] = secured.flatMap((one) => {
  const { method } = one.operation
  const kinds =
    method === 'POST' || method === 'PUT' ? [...kindsIn(bodySchemaOf(one.operation))] : []
  const rows = kinds.filter((kind) => kind !== 'Tenant')
  return rows.length === 0 ? [] : [{ one, route: routeOf(one), kinds: rows }]
})

const seeds = 6

let at: World
beforeAll(async () => {
  at = await world()
  await noteTouched(at)
})
afterAll(() => at.close())

/** What a body names is looked for as what a path names is: of others there is nothing. */
describeByArea(naming, (ofArea) => {
  let mine: Stage
  let other: Stage
  let narrowed: App

  beforeAll(async () => {
    narrowed = narrowedApp(at)
    mine = new Stage(at, await tenantIn(at, 'Mine'))
    other = new Stage(at, await tenantIn(at, 'Other'))
  })

  test.each(ofArea)('$route names nothing that is another’s', async ({ one, kinds }) => {
    const { requires } = one.operation
    const clientId = await mine.client()
    const own = new Stage(at, mine.tenant, clientId)
    const theirs = new Stage(at, mine.tenant, await mine.client())
    const rights = rightsOf(requires)
    const superUser = needsSuperUser(requires)
    const client = await mine.tenant.holding(rights, { clientId, superUser })
    const callers: Caller[] = [
      { name: 'the tenant', api: mine.tenant.api, rows: other },
      { name: 'a client', api: client, rows: theirs },
    ]
    if (!superUser) {
      const { api } = await assignedTo(narrowed, mine.tenant, [clientId])
      callers.push({ name: 'an assigned', api, rows: theirs })
    }
    for (const caller of callers) await probe(one, kinds, own, caller)
  })
})

interface Caller {
  name: string
  api: Api
  /** Whose rows it must not see. */
  rows: Stage
}

async function probe(one: Registered, kinds: IdKind[], own: Stage, caller: Caller) {
  const tried = new Set<string>()
  const said = codesOf(one.operation, { pages: one.operation.declared.lists !== undefined })
  for (let seed = 1; seed <= seeds; seed++) {
    const call = await own.call(one, seed * 7919)
    if (call.as !== undefined) return
    for (const { pointer, kind } of idsOf(call.body, kinds)) {
      const place = pointer.replaceAll(/\d+/g, '0')
      if (tried.has(place)) continue
      tried.add(place)
      const { table, clientColumn } = tableOfKind(kind)
      if (caller.name !== 'the tenant' && clientColumn === undefined) continue
      const isClient = clientColumn === 'id'
      const foreign = isClient
        ? await caller.rows.client()
        : (await caller.rows.rows.add(table))['id']
      const absent = await asked(caller, call, pointer, newId(kind))
      if ('code' in absent) expect(said, `${pointer} of ${routeOf(one)}`).toContain(absent.code)
      const touched = await touchedBy(at, caller.rows.tenant.id, async () => {
        const answer = await asked(caller, call, pointer, String(foreign))
        expect([caller.name, pointer, answer]).toEqual([caller.name, pointer, absent])
      })
      if (absent.status >= 400 || caller.rows.tenant !== own.tenant) expect(touched).toEqual([])
    }
  }
}

async function asked({ api }: Caller, call: Call, pointer: string, value: string) {
  const body = put(call.body, pointer.split('/').slice(1), value)
  return comparable(await send(api, { ...call, body }))
}

function comparable({ status, body }: Answered) {
  if (status < 400) return { status }
  const { code, errors, detail } = body
  return { status, code, errors, detail }
}

/** Where a body names something, by the shape of its ids. */
function idsOf(value: unknown, kinds: IdKind[], at = ''): { pointer: string; kind: IdKind }[] {
  if (typeof value === 'string') {
    const kind = kinds.find((each) => idPattern(each).test(value))
    return kind === undefined ? [] : [{ pointer: at, kind }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => idsOf(inner, kinds, `${at}/${name}`))
}

function put(value: unknown, [name, ...rest]: string[], given: unknown): unknown {
  if (name === undefined) return given
  if (Array.isArray(value)) {
    return value.map((each: unknown, at) => (`${at}` === name ? put(each, rest, given) : each))
  }
  const inner = (value as Record<string, unknown>)[name]
  return { ...(value as object), [name]: put(inner, rest, given) }
}
