import type { IdKind } from '../../src/entities/ids.ts'
import { PaymentMethod } from '../../src/entities/payment-method.ts'
import { methodCodes } from '../../src/domain/payments/method.ts'
import type { Values } from '../support/rows.ts'
import { bankgiroOf } from './given-accounts.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

export const wayParameters: Readonly<Record<string, Named>> = {
  '/payment-methods/configurations/client/{paymentMethodConfigurationId}':
    'PaymentMethodConfiguration',
  '/payment-methods/configurations/client/{paymentMethodConfigurationId}/{clientId}': 'Client',
  '/payment-methods/configurations/service-provider/{paymentMethodConfigurationId}':
    'PaymentMethodConfiguration',
  '/payment-methods/configurations/service-provider/{paymentMethodConfigurationId}/{serviceProviderId}':
    'ServiceProvider',
}

const inFolder = (n: number) => ({ name: `Bank ${n}`, kind: 'FOLDER', folder: `bank-${n}` })
const noServer = {
  host: undefined,
  port: undefined,
  username: undefined,
  hostKey: undefined,
  credentials: undefined,
}
let feeds = 1_000

const unchecked = { referenceLevel: null, referenceLength: null, furtherLength: null }

const prefixed = (n: number) => ({
  scheme: 'OCR',
  level: 'VARIABLE',
  length: null,
  prefix: String(200_000 + n),
  nextNumber: 1n,
  formerPrefixes: [],
})

export const usualOfWays: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentMethod: (n) => ({
    code: methodCodes[n % methodCodes.length],
    direction: 'OUT',
    countries: [],
    currencies: [],
  }),
  PaymentMethodConfiguration: () => ({ currency: 'SEK', minAmount: 100n, maxAmount: 1000n }),
  PaymentMethodBinding: () => ({ ownerType: 'CLIENT' }),
  BankFeed: (n) => ({
    ...inFolder(n),
    host: null,
    port: null,
    username: null,
    hostKey: null,
    credentials: null,
  }),
  SystemBankAccount: (n) => ({
    kind: 'BANKGIRO',
    number: bankgiroOf(100_000 + n),
    currency: 'SEK',
  }),
  PaymentAccount: (n) => ({
    ...unchecked,
    kind: 'BANKGIRO',
    number: bankgiroOf(100_000 + n),
    currency: 'SEK',
    bic: null,
  }),
  PaymentReferenceSetting: prefixed,
  AccountReferenceSetting: (n) => ({ ...prefixed(n), purpose: 'CLIENT_ACCOUNT' }),
}

/** What fits together: a giro, in its currency, of which nothing is asked twice. */
let giros = 500_000
const giro = () => ({ kind: 'BANKGIRO', number: bankgiroOf(giros++), currency: 'SEK' })

async function bankAccount({ rows }: Stage, more: Values = {}): Promise<string> {
  const given = { currency: 'SEK', active: true, ...more }
  return String((await rows.add('system_bank_account', given))['id'])
}

const checksSent = {
  referenceLevel: 'FIXED',
  referenceLength: 12,
  furtherLength: 15,
  placesByReference: true,
}

/** Of a client there is one alone. */
async function ofCases(stage: Stage): Promise<Values> {
  const clientId = await stage.client()
  const [there] = await stage.at.owner(
    `select id from account_reference_setting
     where client_id = $1 and purpose = 'COLLECTION_BATCH'`,
    [clientId],
  )
  const { id } =
    there ??
    (await stage.rows.add('account_reference_setting', { purpose: 'COLLECTION_BATCH', clientId }))
  return { id, clientId }
}

const configured = { currency: 'SEK', minAmount: '1.00', maxAmount: '2.00' }

/** A shape that fits itself; the platform gives the prefix. */
const made = { scheme: 'OCR', level: 'VARIABLE', length: undefined, prefix: undefined }

export const wayCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /bank-feeds': async () => ({ body: { ...noServer, ...inFolder(feeds++) } }),
  'PUT /bank-feeds/{id}': async () => ({
    body: { ...noServer, folder: `bank-${feeds++}` },
  }),
  'POST /payment-methods/configurations': async ({ tenant }) => {
    const method = await tenant.work((unit) =>
      unit.load(PaymentMethod, { code: 'BANK_TRANSFER', direction: 'IN' }),
    )
    return { body: { ...configured, methodId: method.id } }
  },
  'DELETE /payment-methods/configurations/client/{paymentMethodConfigurationId}/{clientId}': async (
    stage,
  ) => {
    const { configurationId, clientId } = await stage.rows.add('payment_method_binding')
    const params = {
      paymentMethodConfigurationId: String(configurationId),
      clientId: String(clientId),
    }
    return { params }
  },
  'DELETE /payment-methods/configurations/service-provider/{paymentMethodConfigurationId}/{serviceProviderId}':
    async ({ rows }) => {
      const { id } = await rows.add('service_provider')
      const owner = { ownerType: 'SERVICE_PROVIDER', serviceProviderId: id }
      const { configurationId } = await rows.add('payment_method_binding', owner)
      const params = {
        paymentMethodConfigurationId: String(configurationId),
        serviceProviderId: String(id),
      }
      return { params }
    },
  'POST /system-bank-accounts': async () => ({ body: { ...giro(), bic: undefined } }),
  'PUT /system-bank-accounts/{id}': async (stage) => ({
    params: { id: await bankAccount(stage) },
    body: { bic: undefined },
  }),
  'POST /payment-accounts': async (stage) => ({
    body: { ...giro(), bic: undefined, systemBankAccountId: await bankAccount(stage) },
  }),
  'PUT /payment-accounts/{id}': async (stage) => ({
    body: { bic: undefined, systemBankAccountId: await bankAccount(stage) },
  }),
  'PUT /payment-accounts/{id}/settings': async () => ({ body: checksSent }),
  'POST /payment-accounts/settings': async ({ rows }) => ({
    body: { ...checksSent, paymentAccountId: String((await rows.add('payment_account'))['id']) },
  }),
  'POST /invoice-payment-reference-settings': async ({ rows }) => ({
    body: { ...made, clientId: String((await rows.add('client'))['id']) },
  }),
  'POST /collection-batch-payment-reference-settings': async ({ rows }) => ({
    body: { ...made, clientId: String((await rows.add('client'))['id']) },
  }),
  'POST /client-account-payment-reference-settings': async ({ rows }) => ({
    body: { ...made, clientAccountId: String((await rows.add('client_account'))['id']) },
  }),
  'PUT /invoice-payment-reference-settings/{id}': async () => ({ body: { ...made, scheme: 'RF' } }),
  'GET /collection-batch-payment-reference-settings/{id}': async (stage) => ({
    params: { id: String((await ofCases(stage))['id']) },
  }),
  'GET /collection-batch-payment-reference-settings/client/{clientId}': async (stage) => ({
    params: { clientId: String((await ofCases(stage))['clientId']) },
  }),
  'PUT /collection-batch-payment-reference-settings/{id}': async (stage) => ({
    params: { id: String((await ofCases(stage))['id']) },
    body: { ...made, scheme: 'RF' },
  }),
  'PUT /client-account-payment-reference-settings/{id}': async () => ({
    body: { ...made, scheme: 'RF' },
  }),
}
