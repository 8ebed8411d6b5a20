import { beforeAll, expect, test } from 'vitest'
import { registered } from '../../src/activities/areas.ts'
import { PaymentMethod } from '../../src/entities/payment-method.ts'
import { allTables } from '../../src/entities/table.ts'
import type { Right } from '../../src/policy/rights.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, type Answered, type TestTenant } from '../support/world.ts'

const here = worldWithTenant()

/** The rows of the client, by the place where they are read and changed. */
const tables = {
  clients: 'client',
  'client-products': 'client_product',
  'client-accounts': 'client_account',
  'credit-statuses': 'credit_status',
  'payment-accounts': 'payment_account',
  'invoice-payment-reference-settings': 'payment_reference_setting',
  'client-account-payment-reference-settings': 'account_reference_setting',
} as const
type Place = keyof typeof tables

/** What stands for the id of a provider or template that is made first. */
const madeFirst: Readonly<Record<string, readonly [string, object]>> = {
  instance: ['/instance-providers', { name: 'North' }],
  service: ['/service-providers', { code: 'NORTH', name: 'North', type: 'INSURER' }],
  template: ['/client-financial-price-template', { name: 'North' }],
  bank: [
    '/system-bank-accounts',
    { name: 'In', kind: 'BANKGIRO', number: '5050-1055', currency: 'SEK' },
  ],
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

const ofAccounts = {
  bic: 'ESSESESS',
  systemBankAccountId: 'bank',
  instanceProviderId: 'instance',
  active: false,
}
const ofReferences = { scheme: 'OCR', level: 'FIXED', length: 14 }

/** The same of what debtors pay to, and with which references. */
const saidOfPayments: typeof said = [
  ...Object.entries(ofAccounts).map(
    ([name, value]) =>
      ['payment-accounts', 'UpdatePaymentAccounts', '', { [name]: value }] as (typeof said)[number],
  ),
  [
    'payment-accounts',
    'UpdatePaymentAccounts',
    '/settings',
    { referenceLevel: 'FIXED', referenceLength: 12, furtherLength: 14, placesByReference: false },
  ],
  ...(
    [
      ['invoice-payment-reference-settings', '9001'],
      ['client-account-payment-reference-settings', '9002'],
    ] as const
  ).flatMap(([place, prefix]): (typeof said)[number][] => [
    [place, 'UpdateClientPaymentReferenceSettings', '', { prefix }],
    [place, 'UpdateClientPaymentReferenceSettings', '', ofReferences],
  ]),
]
const all = [...said, ...saidOfPayments]

/** What is said where a row is made, and never after. */
const saidAtFirst = ['payment_account kind', 'payment_method_binding configurationId']
/** By a decision of the tenant's people, which nobody else makes: `test/loans/`. */
const decided = ['business_loan subStatusId', 'business_loan reasonCodes']

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
    ...(await paidTo(tenant)),
  }
  for (const [name, [path, body]] of Object.entries(madeFirst)) {
    made[name] = (await tenant.api.post(path, body)).body.id
  }
})

/** An account of the client, and settings of references, made by the tenant. */
async function paidTo(tenant: TestTenant) {
  const made = async (path: string, body: object) =>
    String((await tenant.api.post(path, body)).body.id)
  const { data } = (await tenant.api.get(`/client-accounts?clientId=${clientId}`)).body
  const account = { kind: 'BANKGIRO', number: '991-2346', currency: 'SEK', clientId }
  const references = '/invoice-payment-reference-settings'
  const present = (await tenant.api.post(`${references}/search`, { filters: { clientId } })).body
  const checks = { referenceLevel: 'SOFT', placesByReference: true }
  const paymentAccountId = await made('/payment-accounts', account)
  await tenant.api.post('/payment-accounts/settings', { ...checks, paymentAccountId })
  return {
    'payment-accounts': paymentAccountId,
    'invoice-payment-reference-settings':
      (present.data[0]?.id as string | undefined) ??
      (await made(references, { clientId, scheme: 'OCR' })),
    'client-account-payment-reference-settings': await made(
      '/client-account-payment-reference-settings',
      { clientAccountId: data[0].id, scheme: 'OCR' },
    ),
  }
}

const refused = ({ status, body }: Answered) => {
  expect(status).toBe(403)
  expect(['ACCESS_DENIED', 'CLIENT_MAY_NOT_DECIDE', 'FOR_THE_TENANT_ALONE']).toContain(body.code)
}

test('all that the tenant alone says is tried here', () => {
  const declared = allTables().flatMap(({ table, tenantsAlone = [] }) =>
    tenantsAlone.map((name) => `${table} ${name}`),
  )
  const tried = all.flatMap(([place, , , body]) =>
    Object.keys(body).map((name) => `${tables[place]} ${name}`),
  )
  // It follows from its days.
  expect(new Set([...tried, ...saidAtFirst, ...decided, 'client_product recourse'])).toEqual(
    new Set(declared),
  )
})

test.each(all)('%s: %s%s of %o is for the tenant to say', async (place, right, verb, body) => {
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

test('a client adds no account that debtors pay to, and connects no way to pay', async () => {
  const { tenant } = await here
  const rights = ['CreatePaymentAccount', 'CreatePaymentMethodConfiguration'] as const
  const own = await tenant.holding(rights, { kind: 'CLIENT', clientId })
  const account = { kind: 'BANKGIRO', number: '5050-1055', currency: 'SEK', clientId }
  refused(await own.post('/payment-accounts', account))
  const method = await tenant.work((unit) =>
    unit.load(PaymentMethod, { code: 'BANK_TRANSFER', direction: 'IN' }),
  )
  const configured = { methodId: method.id, providerCode: 'SIMULATOR', currency: 'SEK' }
  const { body } = await tenant.api.post('/payment-methods/configurations', configured)
  const binding = { configurationId: body.id, clientId }
  refused(await own.post('/payment-methods/configurations/client', binding))
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
