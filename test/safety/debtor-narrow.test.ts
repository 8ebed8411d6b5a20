import { beforeAll, expect, test } from 'vitest'
import { allTables } from '../../src/entities/table.ts'
import { policyOf } from '../../src/entities/reach.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { Stage } from '../conformance/stage.ts'
import { routeOf, secured } from '../support/served.ts'
import { worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const stage = new Stage(at, tenant)
let debtorId: string
let tokenId: string
let debtor: Api

beforeAll(async () => {
  debtorId = String((await stage.rows.add('debtor'))['id'])
  debtor = await tenant.holding(rightNames, { kind: 'DEBTOR', debtorId })
  const [own] = await at.owner(`select id from token where debtor_id = $1`, [debtorId])
  tokenId = String(own?.['id'])
})

const reading = secured.filter(
  ({ operation: { method, path } }) => method === 'GET' || path.endsWith('search'),
)

/** What is not about anybody: the platform's own words, and what the tenant tells all debtors. */
const ofNobody: Readonly<Record<string, string>> = {
  'GET /automation/actions': 'what automations can do',
  'GET /automation/events': 'the catalogue of events, and of what is asked of them',
  'GET /cache/clear': 'the names of the caches',
  'GET /client-invoice-request/enabled': 'whether clients may ask for something',
  'GET /invoices/daily-summary': 'sums of their own claims, of which there are none',
  'GET /locales': 'languages, countries and how each is written',
  'GET /modules': 'the parts of the platform',
  'GET /modules/{id}': 'the same',
  'GET /payment-matching-engine/match-fields': 'the catalogue of what matching can ask',
  'GET /ping/secured': 'that one is known',
  'GET /realtime/generate-token': 'a key to their own events',
  'GET /reports/query-reports': 'the catalogue of reports',
  'GET /reports/query-reports/{id}': 'the same',
  'GET /rights': 'the catalogue of rights',
  'GET /system/exchange-rates': 'what currencies are worth',
  'GET /system-setting/hide-balance-details/enabled': 'how their portal shows balances',
  'GET /users/advanced-login/enabled': 'how one logs in',
  'GET /vouchers/settings/locked-period': 'nothing: no lock is a debtor’s',
  'GET /webhook/types': 'the catalogue of events',
  'POST /reports/query-reports/search': 'the catalogue of reports',
}

/** Everything in an answer that has an id of its own, and what is counted or listed without one. */
function shownIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(shownIn)
  if (typeof body !== 'object' || body === null) return []
  const { id, data, ...rest } = body as Record<string, unknown>
  const own = typeof id === 'string' ? [id] : Array.isArray(data) ? [] : ['without an id']
  const listed = Array.isArray(data) ? data.flatMap(shownIn) : []
  return [...own, ...listed, ...(own.length > 0 ? [] : Object.values(rest).flatMap(inner))]
}
const inner = (value: unknown) => (Array.isArray(value) ? value.flatMap(shownIn) : [])

test('a debtor who has every right reads itself and its token, and nothing else', async () => {
  const seen = new Map<string, readonly string[]>()
  for (const one of reading) {
    // Whatever it asks for is there, and is not this debtor's.
    const { method, path, body } = await stage.call(one, 1)
    const asked = { headers: { 'content-type': 'application/json' }, body: '{}' }
    const answer = await debtor.send(method, path, body === undefined ? {} : asked)
    expect([200, 400, 403, 404, 409, 422], routeOf(one)).toContain(answer.status)
    if (answer.status === 200) seen.set(routeOf(one), shownIn(answer.body))
  }
  const others = [...seen]
    .filter(([route]) => ofNobody[route] === undefined)
    .flatMap(([route, ids]) =>
      ids.filter((id) => id !== debtorId && id !== tokenId).map((id) => `${route} ${id}`),
    )
  expect(others).toEqual([])
  expect(seen.get('GET /debtors')).toEqual([debtorId])
  expect(seen.get('GET /token')).toEqual([tokenId])
  expect(seen.size).toBeGreaterThan(30)
  expect(Object.keys(ofNobody).filter((route) => !seen.has(route))).toEqual([])
})

test('the policy of a table that does not say how a debtor is bound to it has nothing for one', () => {
  const silent = allTables().filter(({ debtorColumn, shared }) => !debtorColumn && !shared)
  expect(silent.length).toBeGreaterThan(20)
  for (const facts of silent) {
    expect(policyOf(facts), facts.table).not.toContain(`when 'debtor'`)
    expect(policyOf(facts), facts.table).toMatch(/else false end$/)
  }
})
