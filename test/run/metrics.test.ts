import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { invite } from '../../src/activities/access/invite.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { readEnvironment } from '../../src/environment.ts'
import { histogram, textOf } from '../../src/kernel/http/metrics.ts'
import { Measured } from '../../src/ports/process/measured.ts'
import { startApi, type RunningApi } from '../../src/run/api.ts'
import { serveHealth, type RunningHealth } from '../../src/run/health-port.ts'
import { engineClient } from '../../src/run/engine-client.ts'
import { measure } from '../../src/run/measuring.ts'
import { invitedUser } from '../support/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let operator: TestTenant
let other: TestTenant
let api: RunningApi
let port: RunningHealth
let parts: Parameters<typeof measure>[0]

const away = { connected: () => Promise.reject(new Error('away')), stop: async () => undefined }

beforeAll(async () => {
  at = await world()
  operator = await tenantIn(at, 'Operator')
  other = await tenantIn(at, 'Other')
  parts = {
    runtime: at.runtime,
    engine: away,
    own: { database: undefined, temporal: undefined },
    workers: { states: () => ({ 'rx-core': 'RUNNING', 'rx-bulk': 'FAILED' }), stop: away.stop },
    relay: { restsMs: 2_500 },
    relayUrl: at.installed.relayUrl,
  }
  const measured = () => measure(parts)
  const probes = { needed: {}, helpful: {}, measured }
  const environment = readEnvironment({})
  api = await startApi(environment, at.runtime, probes, await freePort(), async () => operator.id)
  port = await serveHealth(environment, probes)
  await other.work((unit) => invite(unit, invitedUser(unit)))
  await at.owner(
    `insert into system_errand (tenant_id, id, type, subject_type, subject_id, status, severity,
       dedupe_key, title, data, version, created_at, updated_at)
     select $1::int, gen_random_uuid(), 'PROCESS', 'Invitation', 'x', 'OPEN', 'HIGH',
       'process/inviteUser', 'x', '{}', 1, now(), now()`,
    [other.id],
  )
})
afterAll(async () => {
  await Promise.all([api.stop(), port.stop()])
  await at.close()
})

const read = (token?: string, method = 'GET') =>
  fetch(`${api.url}/metrics`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

test('what a process measures is for the people of its operator alone', async () => {
  expect((await read()).status).toBe(401)
  expect((await read(other.api.token)).status).toBe(403)
  const plain = await operator.holding(['ReadRoles'])
  expect((await read(plain.token)).status).toBe(403)
  expect((await read(operator.api.token, 'POST')).status).toBe(405)
  const tools = await operator.holding(['ViewDeveloperTools'])
  expect((await read(tools.token)).status).toBe(200)
})

test('every rule and panel goes by numbers that there are, and the guide knows each alert', async () => {
  const { address, namespace } = inject('temporal')
  const engine = engineClient({ address, namespace }, at.keys)
  const texts = [
    await (await read(operator.api.token)).text(),
    await (await fetch(`${port.url}/metrics`)).text(),
    textOf(await measure({ ...parts, engine })),
  ]
  await engine.stop()
  const known = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => {
        if (type === 'counter') return [`${name}_total`]
        return type === 'histogram'
          ? ['_bucket', '_sum', '_count'].map((end) => name + end)
          : [name]
      }),
    ),
  )
  const { groups } = parse(readFileSync('deploy/alerts.yaml', 'utf8')) as Rules
  const rules = groups.flatMap((group) => group.rules)
  const { panels } = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')) as Dashboard
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(rules.length + shown.length).toBeGreaterThan(20)
  for (const expr of [...rules.map((rule) => rule.expr), ...shown]) {
    const named = expr.match(/receivables_[a-z_]+/g) ?? []
    expect(named.length, expr).toBeGreaterThan(0)
    expect(
      named.filter((name) => !known.has(name)),
      expr,
    ).toEqual([])
  }
  const guide = readFileSync('OPERATIONS-GUIDE.md', 'utf8')
  expect(guide.split('\n').length).toBeLessThanOrEqual(201)
  const explained = [...guide.matchAll(/^\| `([A-Z]\w+)` +\| [^|]{5,} \| [^|]{5,} \|$/gm)]
  expect(explained.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
  for (const { annotations } of rules) expect(annotations.remedy.length).toBeGreaterThan(5)
})

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { remedy: string } }[] }[]
}
interface Dashboard {
  panels: { targets: { expr: string }[] }[]
}

test('it says what waits, of whichever tenant and naming none, and what could not be read', async () => {
  const answer = await fetch(`${port.url}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1/)
  const text = await answer.text()
  for (const line of [
    'receivables_messages_waiting{process="inviteUser"} 1',
    'receivables_errands_open{cause="process/inviteUser"} 1',
    'receivables_standing_still{kind="messages"} 0',
    'receivables_worker_polls{queue="rx-bulk"} 0',
    'receivables_relay_rest_seconds 2.5',
    'receivables_temporal_unread 1',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text).not.toMatch(/TN[0-9A-Z]{20}|@/)
  const ofApi = await (await read(operator.api.token)).text()
  expect(ofApi).toContain('receivables_requests_waiting 0')
})

const line =
  /^(?:# (?:TYPE|HELP) \w+ .+|# EOF|\w+(?:\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? (?:-?[\d.e+-]+|\+Inf))$/

test('in the form of OpenMetrics, each family once', async () => {
  const text = await (await fetch(`${port.url}/metrics`)).text()
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  for (const each of text.trimEnd().split('\n')) expect(each).toMatch(line)
  const families = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  expect(new Set(families).size).toBe(families.length)
})

test('how long something took is counted by bounds, of which each holds those before it', () => {
  const waits = new Measured([0.1, 1])
  for (const seconds of [0.05, 0.5, 7]) waits.note(seconds)
  expect(textOf([histogram('waits', 'A "quoted" word.', waits)]).split('\n')).toEqual([
    '# TYPE receivables_waits histogram',
    '# HELP receivables_waits A \\"quoted\\" word.',
    'receivables_waits_bucket{le="0.1"} 1',
    'receivables_waits_bucket{le="1.0"} 2',
    'receivables_waits_bucket{le="+Inf"} 3',
    'receivables_waits_sum 7.55',
    'receivables_waits_count 3',
    '# EOF',
    '',
  ])
})
