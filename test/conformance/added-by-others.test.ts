import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Registered } from '../../src/kernel/http/app.ts'
import { isOpen, rightsOf } from '../../src/kernel/http/operation.ts'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { allTables, columnNamed } from '../../src/entities/table.ts'
import { clientIn } from '../access/people.ts'
import { tableOfKind } from '../support/rows.ts'
import { routeOf, served, swept } from '../support/served.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { isForTheTenantAlone } from './given-adjectives.ts'
import { kindsIn, namedBy, send, Stage, type Call } from './stage.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const added = allTables().filter((facts) => facts.added !== undefined)

/** The tables with rows that somebody adds, of which the operation names one. */
function addedNamedBy({ operation }: Registered) {
  const { path, method } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => namedBy(path, name))
  const inBody = method === 'PUT' ? kindsIn(bodySchemaOf(operation)) : []
  const tables = [...inPath, ...inBody].flatMap((named) =>
    typeof named === 'string' ? tableOfKind(named).table : [],
  )
  return added.filter(({ table }) => tables.includes(table))
}

const endsAdded = (one: Registered) =>
  ['PUT', 'DELETE'].includes(one.operation.method) &&
  !isOpen(one.operation.requires) &&
  rightsOf(one.operation.requires).length > 0 &&
  !isForTheTenantAlone(one) &&
  addedNamedBy(one).length > 0

const ending = swept.filter(endsAdded)

test('each table with what people add is named by an operation that changes or deletes it', () => {
  const named = new Set(
    served
      .filter(endsAdded)
      .flatMap(addedNamedBy)
      .map(({ table }) => table),
  )
  expect([...named].toSorted()).toEqual(added.map(({ table }) => table).toSorted())
})

test.each(ending.map((one) => [routeOf(one), one] as const))(
  '%s ends nothing that the tenant’s people added, for who is bound to its client',
  async (_, one) => {
    const clientId = await clientIn(tenant)
    const stage = new Stage(at, tenant, clientId)
    const bound = await tenant.holding(rightsOf(one.operation.requires), { clientId })
    const answers: unknown[] = []
    for (let seed = 1; seed <= 16; seed++) {
      const { as: __, ...call } = await stage.call(one, seed * 7919)
      const before = await theirs(one, call)
      const { status, body } = await send(bound, call)
      answers.push([status, body])
      if (status >= 400 && !['ACCESS_DENIED', 'NOTE_OF_OTHERS'].includes(body.code)) continue
      expect(before).not.toEqual([])
      expect(await theirs(one, call)).toEqual(before)
      return
    }
    throw new Error(`${routeOf(one)} is never done nor refused: ${JSON.stringify(answers.at(-1))}`)
  },
)

/** What the tenant's people said in the rows that the call names. */
async function theirs(one: Registered, call: Call): Promise<unknown[]> {
  const ids = [...Object.values(call.params), ...textsIn(call.body)]
  const rows: unknown[] = []
  for (const { table, added: { but = [] } = {} } of addedNamedBy(one)) {
    const counted = [...but, 'version', 'updatedAt'].map(columnNamed)
    const found = await at.owner(
      `select to_jsonb(t) - $3::text[] as said from "${table}" t
       where tenant_id = $1 and added_for is null
         and (id_text(id) = any($2) or to_jsonb(t) ->> 'identification_number' = any($2))
       order by id`,
      [tenant.id, ids, counted],
    )
    rows.push(...found)
  }
  return rows
}

function textsIn(body: unknown): string[] {
  if (typeof body === 'string') return [body]
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(textsIn) : []
}
