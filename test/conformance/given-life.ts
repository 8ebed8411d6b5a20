import type { IdKind } from '../../src/entities/ids.ts'
import { taskNames } from '../../src/domain/tasks.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

type Calls = Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>>

export const usualOfLife: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  BackgroundTask: (n) => ({ taskName: taskNames[n % taskNames.length] }),
  FinancialEvent: () => ({ claimType: 'INVOICE', currency: 'SEK' }),
}

export const lifeParameters: Readonly<Record<string, Named>> = {
  '/background-task/latest-task-id/{taskName}': taskNames,
  '/errands/system/invoice-validation-errors/{invoiceId}': 'Invoice',
  '/invoices/{invoiceId}/credit-debit-link-list': 'Invoice',
}

const future = '2999-01-31'
const idOf = (row: Values) => String(row['id'])

async function task({ rows }: Stage, values: Values = {}): Promise<string> {
  return idOf(await rows.add('background_task', { clientId: null, status: 'COMPLETED', ...values }))
}

/** Whatever is at work keeps a second of its name away. */
export async function noTasks({ at, tenant }: Stage): Promise<void> {
  await at.owner(
    `update background_task set status = 'COMPLETED'
     where tenant_id = $1 and status in ('QUEUED', 'RUNNING')`,
    [tenant.id],
  )
}

function invoiceThatIs(mainStatus: string, body: GivenCall['body'] = {}, values: Values = {}) {
  return async ({ rows }: Stage): Promise<GivenCall> => {
    const row = await rows.add('invoice', { mainStatus, pausedFrom: null, ...values })
    return { params: { id: idOf(row) }, body }
  }
}

/** An errand of an invoice that nobody knows any more: its cause is gone. */
function openErrand(body: GivenCall['body'] = {}, values: Values = {}) {
  return async ({ rows }: Stage): Promise<GivenCall> => {
    const given = {
      type: 'INVOICE_VALIDATION',
      status: 'OPEN',
      subjectId: 'I06D7ZCEWYHZ8N17900DG7H8PR4',
      ...values,
    }
    return { params: { id: idOf(await rows.add('system_errand', given)) }, body }
  }
}

async function claims(stage: Stage): Promise<{ credit: Values; debit: Values }> {
  const shared = { mainStatus: 'ACTIVATED', bookedDate: '2026-01-01', baseCurrency: 'SEK' }
  const { rows } = stage
  const none = { feesAmount: 0n, interestAmount: 0n, financingStatus: 'NONE' }
  const debit = await rows.add('invoice', { type: 'INVOICE', balance: 500n, ...shared, ...none })
  const { clientId, debtorId } = debit
  const own = { balance: -500n, clientId, debtorId, ...shared, ...none }
  const credit = await rows.add('invoice', { type: 'CREDIT_INVOICE', ...own })
  return { credit, debit }
}

async function eventOf({ rows }: Stage, claim: Values, values: Values): Promise<Values> {
  const { id: claimId, clientId, debtorId } = claim
  const of = { claimType: 'INVOICE', claimId, clientId, debtorId, component: 'CAPITAL' }
  const open = { currency: 'SEK', reversesId: null, reversedById: null }
  return rows.add('financial_event', { ...of, ...open, ...values })
}

const noReason = { reasonCode: undefined, bookDate: undefined }

export const lifeCalls: Calls = {
  'GET /background-task/latest-task-id/{taskName}': async (stage) => {
    const [taskName] = taskNames
    await task(stage, { taskName })
    return { params: { taskName } }
  },
  'PUT /background-task/close': async (stage) => ({
    body: { ids: [await task(stage)], taskName: undefined, cancel: true },
  }),

  'PUT /errands/system/{id}/perform': async (stage) => {
    const subject = { subjectType: 'Invoice', subjectId: idOf(await stage.rows.add('invoice')) }
    const suggestion = { action: 'VALIDATE_INVOICE' }
    return openErrand({ action: undefined }, { ...subject, suggestion })(stage)
  },
  'PUT /errands/system/{id}/resolve': openErrand(),
  'PUT /errands/system/{id}/close': openErrand(),
  'PUT /errands/system/{id}/force-close': openErrand(),
  'PUT /errands/system/{id}/calculate-status': openErrand(),
  'PUT /errands/system/{id}/update-monitoring-suggestion': openErrand(),

  'PUT /invoices/{id}/actions/pause': invoiceThatIs('ACTIVATED', {
    until: future,
    reasonCode: undefined,
  }),
  'PUT /invoices/{id}/actions/resume': invoiceThatIs('PAUSED', {}, { pausedFrom: 'ACTIVATED' }),
  'PUT /invoices/{id}/actions/stop': invoiceThatIs('ACTIVATED', { reasonCode: undefined }),
  'PUT /invoices/{id}/archive/add': invoiceThatIs('CLOSED'),
  'PUT /invoices/{id}/archive/remove': invoiceThatIs('ARCHIVED'),
  'PUT /invoices/{id}/calculate-status': invoiceThatIs(
    'ACTIVATED',
    {},
    { bookedDate: '2026-01-01', ledgerStatus: 'NOT_BOOKED', balance: 5n },
  ),

  'PUT /invoices/events/financial/{id}/reverse': async (stage) => {
    const { debit } = await claims(stage)
    const paid = await eventOf(stage, debit, { type: 'PAYMENT', amount: -100n })
    return { params: { id: idOf(paid) }, body: noReason }
  },
  'PUT /invoices/events/financial/{id}/unlink-credit': async (stage) => {
    const { credit, debit } = await claims(stage)
    const ids = { creditId: credit['id'], debitId: debit['id'] }
    const facts = { ...ids, linkId: `${idOf(credit)}/${idOf(debit)}/1` }
    await eventOf(stage, credit, { type: 'CREDIT_LINK', amount: 100n, facts })
    const link = await eventOf(stage, debit, { type: 'CREDIT_LINK', amount: -100n, facts })
    return { params: { id: idOf(link) }, body: noReason }
  },
  'PUT /invoices/events/ledger/{id}': async ({ rows }) => {
    const row = await rows.add('invoice_ledger_event', { status: 'PLANNED' })
    return { params: { id: idOf(row) }, body: { plannedDate: future } }
  },

  'PUT /invoices/link-multiple': async (stage) => {
    const { credit, debit } = await claims(stage)
    return { body: { creditId: credit['id'], debits: [{ id: debit['id'] }] } }
  },
  'PUT /invoices/link-multiple-bulk': async (stage) => {
    await noTasks(stage)
    const { credit, debit } = await claims(stage)
    return { body: { links: [{ creditId: credit['id'], debits: [{ id: debit['id'] }] }] } }
  },
  'PUT /invoices/actions/bulk-update': async (stage) => {
    await noTasks(stage)
    const ids = [idOf(await stage.rows.add('invoice'))]
    return { body: { ids, filter: undefined, changes: { serviceProviderCode: 'INTERNAL' } } }
  },
  'POST /invoices/actions/bulk-update/get-total-balance': async ({ rows }) => ({
    body: { ids: [idOf(await rows.add('invoice'))], filter: undefined },
  }),
}
