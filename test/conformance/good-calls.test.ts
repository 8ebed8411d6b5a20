import { afterAll, beforeAll, expect, test } from 'vitest'
import { statusOf } from '../../src/kernel/http/operation.ts'
import { routeOf, secured } from '../support/served.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { changesNothing } from './given.ts'
import { Stage } from './stage.ts'

let at: World
let stage: Stage

beforeAll(async () => {
  at = await world()
  stage = new Stage(at, await tenantIn(at))
})
afterAll(() => at.close())

const each = secured.map((one) => [routeOf(one), one] as const)

test.each(each)('%s succeeds for a good call, and leaves its trace', async (route, one) => {
  const { method, declared } = one.operation
  const onlyReads = method === 'GET' && declared.writes === undefined
  const reads = onlyReads || declared.lists !== undefined || route in changesNothing
  const requestId = `trace-${one.name}`
  const traces = () => at.owner('select * from changelog where request_id = $1', [requestId])
  const { answer } = await stage.succeed(one, {
    headers: () => ({ 'x-request-id': requestId }),
    // A change to what already is so leaves no trace, and a good body may ask for just that.
    until: async () => reads || (await traces()).length > 0,
  })
  expect(answer.status).toBe(statusOf(one.operation))
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  if (answer.status === 201) expect(answer.headers.get('location')).toMatch(/^\/\S+$/)

  const trace = await traces()
  if (reads) expect(trace).toEqual([])
  for (const row of trace) {
    expect(row['tenant_id']).toBe(stage.tenant.id)
    const { requires, path } = one.operation
    const isSelf =
      (typeof requires === 'object' && 'self' in requires) ||
      path.startsWith('/content-user-setting')
    expect(row['principal_id']).toMatch(isSelf ? /^U/ : /^TK/)
    expect(row['principal_kind']).toBe(isSelf ? 'USER' : 'SYSTEM')
  }
})

const created = each.filter(([, { operation }]) => statusOf(operation) === 201)

test.each(created)('%s says where to read what it made', async (_, one) => {
  const { answer, call } = await stage.succeed(one)
  const location = answer.headers.get('location') ?? ''
  const read = await (call.as ?? stage.tenant.api).get(location)
  expect(read.status, location).toBe(200)
})
