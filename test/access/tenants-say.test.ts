import { beforeAll, expect, test } from 'vitest'
import { registered } from '../../src/activities/areas.ts'
import { allTables } from '../../src/entities/table.ts'
import type { Right } from '../../src/policy/rights.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, type Answered } from '../support/world.ts'

const here = worldWithTenant()

/** The rows of the client, by the place where they are read and changed. */
const tables = {
  clients: 'client',
  'client-products': 'client_product',
  'client-accounts': 'client_account',
  'credit-statuses': 'credit_status',
} as const
type Place = keyof typeof tables

/** What stands for the id of a provider or template that is made first. */
const madeFirst: Readonly<Record<string, readonly [string, object]>> = {
  instance: ['/instance-providers', { name: 'North' }],
  service: ['/service-providers', { code: 'NORTH', name: 'North', type: 'INSURER' }],
  template: ['/client-financial-price-template', { name: 'North' }],
}

const ofProducts = {
  advanceRate: '0.7',
  reserveRate: '0.2',
  commissionRate: '0.03',
  commissionVatRate: '0.06',
  minTenorDays: 4,
  maxTenorDays: 77,
  limitsApply: false,
  manualControl: true,
  validFrom: '2026-12-24',
}

/** What would say for the tenant what holds for a client. */
const said: readonly [Place, Right, string, Record<string, unknown>][] = [
  ['clients', 'UpdateClients', '', { instanceProviderId: 'instance' }],
  ['clients', 'UpdateClients', '', { serviceProviderId: 'service' }],
  ['clients', 'UpdateClients', '', { templateId: 'template' }],
  ['clients', 'UpdateClients', '', { status: 'PAUSED' }],
  ['clients', 'UpdateClients', '', { status: 'ACTIVE' }],
  ...Object.entries(ofProducts).map(
    ([name, value]) =>
      ['client-products', 'UpdateClientProducts', '', { [name]: value }] as [
        Place,
        Right,
        string,
        Record<string, unknown>,
      ],
  ),
  ['client-products', 'ToggleClientProducts', '/toggle', { enabled: true, recourseDays: 41 }],
  ['client-accounts', 'UpdateClientAccount', '', { payoutSchedule: 'WEEKLY' }],
  ['client-accounts', 'UpdateClientAccount', '', { minPayout: '17.00' }],
  ['client-accounts', 'UpdateClientAccount', '', { minBalance: '17.00' }],
  ['credit-statuses', 'UpdateClientCreditStatuses', '', { creditLimit: '17.00' }],
  ['credit-statuses', 'UpdateClientCreditStatuses', '', { maxDebtorShare: '0.17' }],
  [
    'credit-statuses',
    'UpdateClientCreditStatuses',
    '',
    { temporaryLimit: '18.00', temporaryUntil: '2026-12-31' },
  ],
]

let clientId: string
let idOf: Record<Place, string>
const made: Record<string, string> = {}

beforeAll(async () => {
  const { tenant } = await here
  clientId = await clientIn(tenant)
  const first = async (place: Place) => {
    const { data } = (await tenant.api.get(`/${place}?clientId=${clientId}`)).body
    return data.find(({ family = 'FINANCING' }) => family === 'FINANCING').id as string
  }
  idOf = {
    clients: clientId,
    'client-products': await first('client-products'),
    'client-accounts': await first('client-accounts'),
    'credit-statuses': await first('credit-statuses'),
  }
  for (const [name, [path, body]] of Object.entries(madeFirst)) {
    made[name] = (await tenant.api.post(path, body)).body.id
  }
})

const refused = ({ status, body }: Answered) => {
  expect(status).toBe(403)
  expect(['ACCESS_DENIED', 'CLIENT_MAY_NOT_DECIDE']).toContain(body.code)
}

test('all that the tenant alone says is tried here', () => {
  const declared = allTables().flatMap(({ table, tenantsAlone = [] }) =>
    tenantsAlone.map((name) => `${table} ${name}`),
  )
  const tried = said.flatMap(([place, , , body]) =>
    Object.keys(body).map((name) => `${tables[place]} ${name}`),
  )
  // It follows from its days.
  expect(new Set([...tried, 'client_product recourse'])).toEqual(new Set(declared))
})

test.each(said)('%s: %s%s of %o is for the tenant to say', async (place, right, verb, body) => {
  const { tenant } = await here
  const path = `/${place}/${idOf[place]}${verb}`
  const sent = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, made[String(value)] ?? value]),
  )
  const own = await tenant.holding([right], { kind: 'CLIENT', clientId })
  refused(await own.put(path, sent))
  expect((await tenant.api.put(path, sent)).status).toBe(200)
})

test('a client opens no account on terms of its own, and applies no terms', async () => {
  const { tenant } = await here
  const rights = ['CreateClientAccount', 'ApplyClientProducts'] as const
  const own = await tenant.holding(rights, { kind: 'CLIENT', clientId })
  const account = { type: 'RESERVE', currency: 'EUR' }
  refused(await own.post('/client-accounts', { ...account, minBalance: '0.00' }))
  refused(await own.put(`/client-products/${idOf['client-products']}/apply`))
  expect((await own.post('/client-accounts', account)).status).toBe(201)
})

const byTenant = registered.settings
  .filter((group) => group.byTenant)
  .flatMap(({ settings }) => settings.filter(({ levels }) => levels.includes('CLIENT')))

test.each(byTenant.map(({ key }) => key))(
  '%s of a client is for the tenant to say',
  async (key) => {
    const { tenant } = await here
    const path = `/settings/client/${clientId}`
    const { data } = (await tenant.api.get(path)).body
    const { value } = data.find((each: { key: string }) => each.key === key)
    const own = await tenant.holding(['ManageClientSettings'], { kind: 'CLIENT', clientId })
    refused(await own.put(path, { settings: { [key]: value } }))
    expect((await tenant.api.put(path, { settings: { [key]: value } })).status).toBe(200)
    refused(await own.delete(`${path}/${key}`))
  },
)
