import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleId, exampleSorts, idKinds, idPattern, type IdKind } from '../../src/entities/ids.ts'
import { isOpen } from '../../src/kernel/http/operation.ts'
import { saidOf } from '../description/described.ts'
import { routeOf, served, swept } from '../support/served.ts'
import { metaOf, tableOfKind } from '../support/rows.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { namedBy, send, Stage } from './stage.ts'

let at: World
let stage: Stage

beforeAll(async () => {
  at = await world()
  stage = new Stage(at, await tenantIn(at))
  await stage.tenant.api.post('/reason-code', {
    code: 'LATE_DELIVERY',
    type: 'DISPUTE',
    text: 'Late',
  })
})
afterAll(() => at.close())

const json = 'application/json'
const each = swept.map((one) => [routeOf(one), one] as const)
const withParams = served.filter(({ operation }) => operation.params.length > 0)

test.each(withParams.map((one) => [routeOf(one), one] as const))(
  '%s shows in its path what it names',
  (_, one) => {
    const { path, params } = one.operation
    const said = saidOf(one).parameters ?? []
    for (const name of params) {
      const parameter = said.find((given) => 'name' in given && given.name === name)
      const example =
        parameter !== undefined && 'name' in parameter && parameter.schema.examples?.[0]
      const named = namedBy(path, name)
      expect(example, name).not.toMatch(/^(?:example|text|key)$/)
      // One word alone stands for any, as an address does.
      if (typeof named !== 'string')
        expect(named.length === 1 || named.includes(String(example))).toBe(true)
      else if (!isKey(named, name)) expect(examplesOf(named), name).toContain(example)
    }
  },
)

const examplesOf = (kind: IdKind) => exampleSorts.map((sort) => exampleId(kind, sort))

/** Whether the parameter is another field of the row than its id. */
const isKey = (kind: IdKind, name: string) =>
  name !== 'id' && metaOf(at, tableOfKind(kind).table).properties[name as never] !== undefined

const withBody = each
  .filter(([, one]) => saidOf(one).requestBody?.content[json] !== undefined)
  // Somebody whom another example names by then has no password that is one.
  .toSorted(
    ([, one], [, other]) =>
      Number(isOpen(other.operation.requires)) - Number(isOpen(one.operation.requires)),
  )
const byExample = new Map(
  idKinds.flatMap((kind) => examplesOf(kind).map((example) => [example, kind] as const)),
)

test.each(withBody)(
  'the example of a body of %s is taken, or refused for what is there',
  async (_, one) => {
    const call = await stage.call(one, 7919)
    const { example } = saidOf(one).requestBody!.content[json]!
    const real = new RealIds()
    const body = await real.in(example, call.body)
    const { status, body: said } = await send(stage.tenant.api, { ...call, body })
    const told = `${JSON.stringify(body)} → ${JSON.stringify(said)}`
    expect(real.others, told).toEqual([])
    const faults: { pointer: string }[] = said?.errors ?? []
    // Of rows that are there an example cannot know what else they are.
    const isOfRows = faults.length > 0 && faults.every(({ pointer }) => real.pointers.has(pointer))
    if (!isOfRows) expect([400, 422, 500], told).not.toContain(status)
  },
)

/** An example with rows that are there in the place of ids that stand for any. */
class RealIds {
  readonly pointers = new Set<string>()
  /** Ids of another kind than those of a call that succeeds. */
  readonly others: string[] = []

  async in(example: unknown, given: unknown, pointer = ''): Promise<unknown> {
    if (typeof example === 'object' && example !== null) {
      const own = (given ?? {}) as Record<string, unknown>
      const parts: [string, unknown][] = []
      for (const [name, value] of Object.entries(example)) {
        parts.push([name, await this.in(value, own[name], `${pointer}/${name}`)])
      }
      return Array.isArray(example) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
    }
    const kind = byExample.get(String(example))
    if (kind === undefined) return example
    this.pointers.add(pointer)
    const known = idKinds.find((one) => typeof given === 'string' && idPattern(one).test(given))
    if (known === kind) return given
    if (known !== undefined) this.others.push(`${pointer}: ${kind} for ${known}`)
    if (kind === 'Tenant') return stage.tenant.id
    return (await stage.rows.add(tableOfKind(kind).table))['id']
  }
}

test('the example of an automation can be set off', () => {
  const { example } = saidOf(served.find(({ name }) => name === 'createAutomation')!).requestBody!
    .content[json]!
  const { event, rules } = example as {
    event: string
    rules: { conditions: { field: string; value: string } }[]
  }
  for (const { conditions } of rules) {
    if (conditions.field === 'event') expect(conditions.value).toBe(event)
  }
})
