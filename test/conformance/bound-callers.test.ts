import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Registered } from '../../src/kernel/http/app.ts'
import { rightsOf } from '../../src/kernel/http/operation.ts'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { tableOfKind } from '../support/rows.ts'
import { routeOf, secured } from '../support/served.ts'
import { noteTouched, touchedBy } from '../support/touched.ts'
import { tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { clientIn } from '../access/people.ts'
import { kindsIn, namedBy, send, Stage } from './stage.ts'

let at: World
let tenant: TestTenant
let stage: Stage
let bound: { clientId: string; debtorId?: string }[]

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  stage = new Stage(at, tenant)
  const clientId = await clientIn(tenant)
  const { id, clientId: ofDebtor } = await stage.rows.add('debtor')
  bound = [{ clientId }, { clientId: String(ofDebtor), debtorId: String(id) }]
  await noteTouched(at)
})
afterAll(() => at.close())

/** What names no client and is theirs all the same, and why. */
const theirOwn: Readonly<Record<string, string>> = {
  'POST /content-user-setting': 'people save views of their own, whoever they are bound to',
  'PUT /settings/client/flag': 'it is the client that its caller is bound to',
  'POST /events/signature/event': 'their own systems report, and what they report is theirs',
  'POST /realtime/test/send': 'it goes to the channel of whoever sends it',
}

const isOfClient = (kind: Parameters<typeof tableOfKind>[0]) =>
  tableOfKind(kind).clientColumn !== undefined

function namesNoClient({ operation }: Registered): boolean {
  const { path, method } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => namedBy(path, name))
  const inBody = method === 'POST' || method === 'PUT' ? kindsIn(bodySchemaOf(operation)) : []
  return ![...inPath, ...inBody].some((named) => typeof named === 'string' && isOfClient(named))
}

const asked = secured.filter(
  (one) =>
    one.operation.method !== 'GET' &&
    rightsOf(one.operation.requires).length > 0 &&
    namesNoClient(one) &&
    theirOwn[routeOf(one)] === undefined,
)

test.each(asked.map((one) => [routeOf(one), one] as const))(
  '%s changes nothing for who is bound to a client',
  async (_, one) => {
    for (const whom of bound) {
      const api = await tenant.holding(rightsOf(one.operation.requires), whom)
      expect(await changedBy(one, api)).toEqual([])
    }
  },
)

/** Tries until the call is refused for who makes it, or done. */
async function changedBy(one: Registered, api: Api): Promise<string[]> {
  const answers: unknown[] = []
  for (let seed = 1; seed <= 16; seed++) {
    const { as: _, ...call } = await stage.call(one, seed * 7919)
    let status = 0
    const touched = await touchedBy(at, tenant.id, async () => {
      const answer = await send(api, call)
      status = answer.status
      answers.push([status, answer.body])
    })
    if (status < 400 || status === 403 || status === 404) return touched
  }
  throw new Error(`${routeOf(one)} is never done nor refused: ${JSON.stringify(answers.at(-1))}`)
}
