import { beforeAll, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { noteTouched, touchedBy } from '../support/touched.ts'
import { worldWithTenant } from '../support/world.ts'
import { clientIn, debtorIn } from './people.ts'

const here = worldWithTenant()

const code = 'NORTH'
const name = 'North'

/** What would change a register of the tenant's for all of its clients. */
const changes: readonly [Right, 'post' | 'put', string, object][] = [
  ['CreateLabels', 'post', '/labels', { name }],
  ['CreateReasonCode', 'post', '/reason-code', { code, name, type: 'DISPUTE' }],
  ['CreateDebtorType', 'post', '/debtor-subtype', { code, name, debtorType: 'COMPANY' }],
  ['UpdateFactoringCountry', 'put', '/factoring-country/SE', { enabled: false }],
  ['CreateErpTypes', 'post', '/erp-types', { code, name, connector: 'FILE', uses: 'INVOICE' }],
  [
    'CreateCreditDecisionStatus',
    'post',
    '/credit-decision-status',
    { coreStatus: 'PENDING', name },
  ],
  ['CacheEdit', 'post', '/cache/clear/all', {}],
]

beforeAll(async () => noteTouched((await here).at))

test.each(changes)('%s changes no register for who is at a client', async (...change) => {
  const { at, tenant } = await here
  const [right, method, path, body] = change
  if (path.endsWith('/SE')) await tenant.api.post('/factoring-country', { code: 'SE' })
  const clientId = await clientIn(tenant)
  const debtorId = await debtorIn(at, tenant)
  for (const bound of [{ clientId }, { clientId, debtorId }]) {
    const api = await tenant.holding([right], bound)
    const touched = await touchedBy(at, tenant.id, async () => {
      const { status } = await api[method](path, body)
      expect([403, 404]).toContain(status)
    })
    expect(touched).toEqual([])
  }
  const own = await tenant.holding([right])
  expect((await own[method](path, body)).status).toBeLessThan(300)
})
