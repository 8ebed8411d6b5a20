import type { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { families } from '../../src/entities/events.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { activated, asked, dayFromNow, financedClient, newDebtor } from '../factoring/ground.ts'
import { defOf } from '../support/arbitrary.ts'
import { routeOf, served } from '../support/served.ts'
import { tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'

const rating = 'LEAK-7F'
/** What a limit is that nobody else has, as amounts are written. */
const limit = '765432.10'

let at: World
let tenant: TestTenant
let callers: readonly (readonly [string, Api])[]
let number: string
let secrets: string[]
/** What the callers have themselves, and the client with which they share the company. */
let own: string[]
let foreign: string

/** Two clients share a company, of which the tenant keeps something to itself. */
beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const debtor = newDebtor()
  number = String(debtor['identificationNumber'])
  const [clientId, other] = [await financedClient(tenant), await financedClient(tenant)]
  const dates = { invoiceDate: dayFromNow(at, -3), expireDate: dayFromNow(at, 25) }
  const claim = await activated(at, tenant, clientId, { debtor, dates })
  await asked(at, tenant, await activated(at, tenant, other, { debtor }))
  const put = await tenant.api.put(`/system-debtors/${number}`, { ratingInternal: rating })
  const limits = `/system-debtor-credit-status/system-debtor/${put.body.id}`
  await tenant.api.put(limits, { currency: 'SEK', creditLimit: limit })
  const { body: group } = await tenant.api.post('/system-debtor-groups', {
    name: 'LEAK-GROUP',
    currency: 'SEK',
    creditLimit: limit,
  })
  const path = `/system-debtor-groups/${group.id}/system-debtors`
  await tenant.api.post(path, { systemDebtorId: put.body.id })
  await asked(at, tenant, claim)
  secrets = [rating, limit, 'LEAK-GROUP', String(group.id)]
  const { body } = await tenant.api.get(`/invoices/${claim}`)
  own = [clientId, claim, String(body.debtorId), String(put.body.id)]
  foreign = other
  const rights = [...rightNames]
  callers = [
    ['a client', await tenant.holding(rights, { clientId })],
    ['a debtor', await tenant.holding(rights, { clientId, debtorId: body.debtorId })],
  ]
})
afterAll(() => at.close())

/** The names of all fields of an answer, however deep. */
function fieldsOf(schema: z.core.$ZodType | undefined, found = new Set<string>()): Set<string> {
  if (schema === undefined) return found
  const def = defOf(schema)
  if (def.type === 'object') {
    for (const [name, inner] of Object.entries(def.shape)) {
      found.add(name)
      fieldsOf(inner, found)
    }
  }
  if (def.type === 'array') fieldsOf(def.element, found)
  if (def.type === 'union') def.options.forEach((option) => fieldsOf(option, found))
  if ('innerType' in def) fieldsOf(def.innerType as z.core.$ZodType, found)
  return found
}

test('no view but the internal one has what the tenant keeps to itself', () => {
  const showing = served.filter(({ operation }) => {
    const fields = fieldsOf(operation.declared.returns)
    return fields.has('ratingInternal') || fields.has('exposure')
  })
  expect(showing.map(routeOf).toSorted()).toEqual([
    'GET /internal-system-debtors',
    'GET /internal-system-debtors/{identificationNumber}',
    'POST /internal-system-debtors/search',
  ])
})

test('no event contains it, nor is one of an identity any client’s', async () => {
  for (const { type, shows = [] } of families.values()) {
    expect(shows, type).not.toContain('ratingInternal')
  }
  const ofClients = await at.owner(
    `select owner_type from journal where tenant_id = $1 and client_id is not null
       and owner_type in ('SystemDebtor', 'SystemDebtorGroup', 'SystemDebtorCreditStatus')`,
    [tenant.id],
  )
  expect(ofClients).toEqual([])
})

test('nothing that a client or a debtor can list or search tells it', async () => {
  const lists = served.filter(
    ({ operation: { method, path, params, declared } }) =>
      params.length === 0 &&
      (declared.lists !== undefined || path.includes('system-debtor')) &&
      (method === 'GET' || path.endsWith('/search')),
  )
  expect(lists.length).toBeGreaterThan(80)
  for (const [who, api] of callers) {
    for (const { operation } of lists) {
      const { method, path } = operation
      const answer = method === 'GET' ? await api.get(path) : await api.post(path, {})
      const text = JSON.stringify(answer.body)
      for (const secret of secrets) expect(text, `${who}: ${method} ${path}`).not.toContain(secret)
    }
  }
})

test('what names an identity is not there for them at all', async () => {
  const paths = served
    .filter(
      ({ operation: { method, path } }) =>
        method === 'GET' && path.includes('{identificationNumber}') && !path.includes('blocked'),
    )
    .map(({ operation }) => operation.path.replace('{identificationNumber}', number))
  expect(paths.length).toBeGreaterThan(4)
  for (const [who, api] of callers) {
    for (const path of [...paths, `/changelog/system-debtor/${number}`]) {
      expect([403, 404], `${who}: ${path}`).toContain((await api.get(path)).status)
    }
  }
})

test('nothing that they can read by the ids of their own tells it, now or as it was', async () => {
  const reads = served.filter(
    ({ operation: { method, path, params } }) =>
      method === 'GET' && params.length === 1 && !path.startsWith('/metrics'),
  )
  expect(reads.length).toBeGreaterThan(100)
  const asOf = at.clock.now.toISOString()
  let told = 0
  for (const [who, api] of callers) {
    for (const { operation } of reads) {
      for (const id of own) {
        const path = operation.path.replace(/\{[^}]+\}/, id)
        const answer = await api.get(path)
        if (answer.status !== 200) continue
        told++
        const before = await api.get(`${path}?asOf=${asOf}`)
        const text = JSON.stringify([answer.body, before.body])
        for (const secret of [...secrets, foreign]) {
          expect(text, `${who}: ${operation.path} of ${id}`).not.toContain(secret)
        }
      }
    }
  }
  expect(told).toBeGreaterThan(40)
})
