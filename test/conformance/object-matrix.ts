import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import type { App, Registered } from '../../src/kernel/http/app.ts'
import { needsSuperUser, rightsOf } from '../../src/kernel/http/operation.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import { assignedTo, narrowedApp } from '../support/assigned.ts'
import { tableOfKind } from '../support/rows.ts'
import { describeByArea, pathOf, routeOf, secured } from '../support/served.ts'
import { unasked } from '../support/switched-off.ts'
import { noteTouched, touchedBy } from '../support/touched.ts'
import {
  tenantIn,
  world,
  type Answered,
  type Api,
  type World,
  type WorldOptions,
} from '../support/world.ts'
import { isForTheTenantAlone } from './given-adjectives.ts'
import { keyOf, namedBy, send, Stage, type Call } from './stage.ts'

interface Probe {
  route: string
  one: Registered
  param: string
}

/** Every path parameter of every operation, by itself. */
const probes: Probe[] = secured.flatMap((one) =>
  one.operation.params.map((param) => ({ route: routeOf(one), one, param })),
)

/** Each thing that a path can name, named by somebody who must not see it: always the same 404. */
export function objectMatrix(options: WorldOptions): void {
  let at: World

  beforeAll(async () => {
    at = await world(options)
    await noteTouched(at)
  })
  afterAll(async () => {
    // The policies aside, every statement asks for the tenant at each table that it names.
    const forgetful = unasked(at.statements)
    await at.close()
    expect(forgetful).toEqual([])
  })

  describeByArea(probes, (ofArea) => probeObjects(() => at, ofArea))
}

function probeObjects(world: () => World, ofArea: readonly Probe[]): void {
  let at: World
  let mine: Stage
  let other: Stage
  let narrowed: App

  beforeAll(async () => {
    at = world()
    narrowed = narrowedApp(at)
    mine = new Stage(at, await tenantIn(at, 'Mine'))
    other = new Stage(at, await tenantIn(at, 'Other'))
  })

  describe.each(ofArea)('$route, its $param', (probe) => {
    const { operation } = probe.one
    const named = namedBy(operation.path, probe.param)
    const isRow = typeof named === 'string'

    test('is 404 for what is absent, malformed or foreign, and changes nothing', async () => {
      const foreign = isRow ? await existing(other, named, probe.param) : undefined
      const call = await mine.call(probe.one, 1)
      const answers: Compared[] = []
      const touched = await touchedBy(at, other.tenant.id, async () => {
        for (const value of strangers(named, foreign)) {
          answers.push(await asked(probe, call, mine.tenant.api, value))
        }
      })
      for (const answer of answers) {
        expect(answer).toEqual(answers[0])
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      }
      expect(touched).toEqual([])
    })

    const { clientColumn } = isRow ? tableOfKind(named) : {}
    const ofClients = clientColumn === undefined ? [] : [clientColumn]
    test.each(ofClients)('is as absent where it is another client’s, by its %s', async (column) => {
      const kind = named as IdKind
      const clientId = await existing(mine, 'Client', 'id')
      const theirClient = await existing(mine, 'Client', 'id')
      const superUser = needsSuperUser(operation.requires)
      const api = await mine.tenant.holding(rightsOf(operation.requires), { clientId, superUser })
      const own = new Stage(at, mine.tenant, clientId)
      const theirs =
        column === 'id'
          ? theirClient
          : await existing(mine, kind, probe.param, { clientId: theirClient })

      const call = await own.call(probe.one, 1)
      const absent = await asked(probe, call, api, newId(kind))
      const touched = await touchedBy(at, mine.tenant.id, async () => {
        expect(await asked(probe, call, api, theirs)).toEqual(absent)
      })
      expect(touched).toEqual([])
      // What can be changed by nobody who is bound to a client is refused before it is looked for.
      const code = expect.stringMatching(/^(?:GRANT_EXCEEDS_HOLDER|ACCESS_DENIED)$/)
      const beyond = { status: 403, body: { code } }
      const refused = absent.status === 403 ? beyond : { status: 404, body: { code: 'NOT_FOUND' } }
      expect(absent).toMatchObject(refused)
      const isKnown = absent.status === 404 && !isForTheTenantAlone(probe.one)
      if (isKnown) expect((await send(api, call)).status).not.toBe(404)
      // A third kind of caller: somebody to whom some of the clients are assigned.
      if (superUser) return
      const { api: assigned } = await assignedTo(narrowed, mine.tenant, [clientId])
      const none = await asked(probe, call, assigned, newId(kind))
      const changed = await touchedBy(at, mine.tenant.id, async () => {
        expect(await asked(probe, call, assigned, theirs)).toEqual(none)
      })
      expect(changed).toEqual([])
      expect([403, 404]).toContain(none.status)
    })
  })
}

/** The good call, but for one thing that it names. */
async function asked({ one, param }: Probe, call: Call, api: Api, value: string) {
  const path = pathOf(one.operation.path, { ...call.params, [param]: value })
  return comparable(await send(api, { ...call, path }))
}

async function existing(
  stage: Stage,
  kind: IdKind,
  param: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const row = await stage.rows.add(tableOfKind(kind).table, values)
  return keyOf(stage.at, kind, param, row)
}

function strangers(named: IdKind | readonly string[], foreign: string | undefined): string[] {
  const malformed = ['no-such-thing', "' or 1=1 --", '\0', 'a\0b', 'x'.repeat(300), '%2e%2e']
  if (typeof named !== 'string') return malformed
  return [foreign ?? '', newId(named), newId('Outbox'), ...malformed].filter((id) => id !== '')
}

type Compared = ReturnType<typeof comparable>

/** An answer without what is new in every one. */
function comparable({ status, headers, body }: Answered) {
  const { requestId: _, instance: __, ...rest } = typeof body === 'object' ? body : { text: body }
  const kept = [...headers].filter(([name]) => name !== 'x-request-id')
  return { status, headers: Object.fromEntries(kept), body: rest as Record<string, unknown> }
}
