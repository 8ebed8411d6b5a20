import { charts } from '../../src/domain/bookkeeping/chart.ts'
import type { OwnerType } from '../../src/domain/bookkeeping/ledger.ts'
import { countries } from '../../src/domain/countries.ts'
import { currencies } from '../../src/domain/currencies.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

export const factoringParameters: Readonly<Record<string, Named>> = {
  '/factoring-decisions/{id}': 'FactoringDecision',
  '/factoring-decisions/{invoiceId}': 'Invoice',
  '/factoring-decisions/invoice/{id}': 'Invoice',
  '/factoring-decisions/clients/{id}': 'Client',
  '/factoring-decisions/debtors/{id}': 'Debtor',
}

export const usualOfFactoring: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  FactoringDecision: () => ({
    criteria: [],
    history: [],
    currency: 'SEK',
    reserved: 0n,
    systemDebtorId: null,
    subStatusId: null,
  }),
  InvoiceRefinancing: () => ({ currency: 'SEK' }),
  FactoringCountry: (n) => ({
    code: countries[n % countries.length],
    maxLimitCurrency: 'SEK',
    riskWeight: '1',
  }),
  CreditStatus: (n) => ({
    currency: currencies[n % currencies.length],
    temporaryLimit: null,
    temporaryUntil: null,
  }),
  SystemDebtorCreditStatus: (n) => ({ currency: currencies[n % currencies.length] }),
  DebtorBlocked: () => ({ countryCode: 'SE' }),
}

const idOf = (row: Values) => String(row['id'])

const claim = {
  type: 'INVOICE',
  mainStatus: 'ACTIVATED',
  productCode: 'INVOICE_SERVICE',
  financingStatus: 'NONE',
  balance: 1_250_000n,
} as const
const sold = {
  ...claim,
  productCode: 'INVOICE_FACTORING_SELL',
  financingStatus: 'FINANCED',
  recourseDate: '2026-01-01',
} as const

/** A claim whose day of recourse has come. */
async function toReturn(stage: Stage) {
  const { rows } = stage
  const { id: invoiceId, clientId } = await rows.add('invoice', sold)
  await rows.add('invoice_refinancing', { invoiceId, clientId, status: 'ACTIVE' })
  await accounts(stage, String(clientId))
  return { invoiceId: String(invoiceId), clientId: String(clientId) }
}

/** An errand by which recourse is taken on one. */
export async function errandToReturn(stage: Stage): Promise<GivenCall> {
  const { invoiceId: subjectId, clientId } = await toReturn(stage)
  const about = { type: 'CREDIT', subjectType: 'Invoice', subjectId, clientId }
  const suggestion = { action: 'TAKE_RECOURSE' }
  const errand = await stage.rows.add('system_errand', { ...about, status: 'OPEN', suggestion })
  return { params: { id: String(errand['id']) }, body: { action: undefined } }
}

/** A decision about an open claim that stands so. */
async function decision({ rows }: Stage, status: string): Promise<Values> {
  const invoice = await rows.add('invoice', { ...claim, financingStatus: 'REQUESTED' })
  const { id: invoiceId, clientId, debtorId } = invoice
  const undecided = { financeDecision: null, decidedBy: null, amount: 1_250_000n }
  return rows.add('factoring_decision', { invoiceId, clientId, debtorId, status, ...undecided })
}

const moved = {
  status: 'WAITING',
  comment: 'Looked at',
  subStatusId: undefined,
  financeDecision: undefined,
  reasonCodes: undefined,
}

async function rule({ at, tenant, rows }: Stage): Promise<GivenCall> {
  const { clientId } = await rows.add('debtor')
  const productCode = 'INVOICE_FACTORING_SELL'
  const [known] = await at.owner(
    'select id from client_product where tenant_id = $1 and client_id = $2 and product_code = $3',
    [tenant.id, clientId, productCode],
  )
  const product = { productCode, family: 'FINANCING', clientId }
  return { params: { id: idOf(known ?? (await rows.add('client_product', product))) } }
}

/** Where money of the client's is booked. */
async function accounts(stage: Stage, clientId: string): Promise<void> {
  const { at, tenant, rows } = stage
  for (const type of ['MAIN', 'RESERVE']) {
    const known = await at.owner(
      `select 1 from client_account where tenant_id = $1 and client_id = $2 and type = $3
       and currency = 'SEK'`,
      [tenant.id, clientId, type],
    )
    if (known.length > 0) continue
    await rows.add('client_account', { clientId, currency: 'SEK', balance: 0n, type })
  }
  await chart(stage, 'CLIENT', clientId)
  await chart(stage, 'TENANT', tenant.id)
}

/** The accounts of a book, without a trace of how they came there. */
async function chart({ at, tenant, rows }: Stage, ownerType: OwnerType, ownerId: string) {
  const owner = { ownerType, ownerId, clientId: ownerType === 'CLIENT' ? ownerId : null }
  const there = await at.owner(
    'select role from bookkeeping_account where tenant_id = $1 and owner_id = $2',
    [tenant.id, ownerId],
  )
  const known = new Set(there.map(({ role }) => role))
  for (const { role, number, type } of charts[ownerType]) {
    if (known.has(role)) continue
    const account = { role, number: `9${number}`, type, currency: 'SEK', active: true }
    await rows.add('bookkeeping_account', { ...owner, ...account, balance: 0n })
  }
}

let blocked = 5_590_000_000

type Calls = Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>>

export const factoringCalls: Calls = {
  'PUT /factoring-decisions/{invoiceId}/factoring': async ({ rows }) => ({
    params: { invoiceId: idOf(await rows.add('invoice', claim)) },
    body: {},
  }),
  'PUT /factoring-decisions/{id}/move': async (stage) => ({
    params: { id: idOf(await decision(stage, 'WAITING')) },
    body: moved,
  }),
  'PUT /factoring-decisions/move': async (stage) => {
    await noTasks(stage)
    const ids = [idOf(await decision(stage, 'WAITING'))]
    return { body: { ids, filter: undefined, ...moved } }
  },
  'PUT /factoring-decisions/{id}/move-external': async (stage) => ({
    params: { id: idOf(await decision(stage, 'REFINANCE')) },
    body: { decision: 'DENIED_SERVICE', amount: undefined },
  }),
  'GET /factoring-decisions/invoice/{id}': async (stage) => ({
    params: { id: String((await decision(stage, 'WAITING'))['invoiceId']) },
  }),
  'GET /financing-rules/{id}': rule,
  'PUT /invoice-refinancing/{invoiceId}': async ({ rows }) => {
    const { id: invoiceId, clientId } = await rows.add('invoice', sold)
    const proposed = { status: 'PROPOSED', toProviderCode: 'NORDBANK', fee: 0n }
    await rows.add('invoice_refinancing', { invoiceId, clientId, ...proposed })
    const bank = await rows.add('service_provider', {
      type: 'FINANCIER',
      isInternal: false,
      active: true,
    })
    const terms = { toProviderCode: String(bank['code']), amount: '100.00', fee: '0.00' }
    return {
      params: { invoiceId: String(invoiceId) },
      body: { ...terms, validTo: undefined, status: undefined },
    }
  },
  'PUT /invoice-refinancing/{invoiceId}/use-recourse': async (stage) => {
    const { invoiceId } = await toReturn(stage)
    return { params: { invoiceId }, body: { reasonCode: undefined } }
  },
  'POST /factoring-country': async () => ({ body: { maxLimit: undefined } }),
  'PUT /factoring-country/{code}': async () => ({
    body: { maxLimit: undefined, maxLimitCurrency: undefined, riskWeight: '2.5' },
  }),
  'PUT /credit-statuses/{id}': async () => ({
    body: { creditLimit: '98765.00', temporaryLimit: undefined, temporaryUntil: undefined },
  }),
  'PUT /credit-statuses/multiple-update': async ({ rows }) => {
    const id = idOf(await rows.add('credit_status'))
    return { body: { items: [{ id, creditLimit: '98765.00' }] } }
  },
  'PUT /credit-decision-status/bulk-update': async ({ rows }) => {
    const { number } = await rows.add('credit_decision_status')
    return { body: { items: [{ number, name: 'Another name' }] } }
  },
  'PUT /system-debtor-credit-status/currency-status/{id}': async () => ({
    body: { creditLimit: '98765.00' },
  }),
  'PUT /system-debtor-credit-status/system-debtor/{systemDebtorId}': async ({ rows }) => {
    const { systemDebtorId, currency } = await rows.add('system_debtor_credit_status')
    const params = { systemDebtorId: String(systemDebtorId) }
    return { params, body: { currency: String(currency), creditLimit: '98765.00' } }
  },
  'POST /debtor-blocked': async () => ({
    body: {
      identificationNumber: String(blocked++),
      scope: undefined,
      clientId: undefined,
      reasonCode: undefined,
    },
  }),
}

export const countsAlone: Readonly<Record<string, string>> = {
  'POST /factoring-decisions/clients/search': 'counts decisions',
  'POST /factoring-decisions/clients/daily/search': 'counts decisions',
  'POST /factoring-decisions/debtors/search': 'counts decisions',
  'POST /factoring-decisions/debtors/daily/search': 'counts decisions',
}
