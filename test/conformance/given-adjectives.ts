import { exampleId, type IdKind } from '../../src/entities/ids.ts'
import type { Registered } from '../../src/kernel/http/app.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

/** What the tenant knows of debtors across its clients, or has for many: nothing of it is there. */
export const isForTheTenantAlone = ({ operation }: Registered) =>
  /^\/(?:settings\/|changelog\/)?(?:(?:internal-)?system[-_]debtor|client-financial|client-groups|client-handlers|(?:instance|service)-provider\/|payment-matching-engine\/\{|payment-methods\/configurations\/service-provider)/.test(
    operation.path,
  ) || operation.path.startsWith('/bookkeeping-files/internal/')

type Calls = Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>>

const onInvoice = { targetType: 'INVOICE' }

export const usualOfAdjectives: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Note: () => ({ ...onInvoice, visibility: 'CLIENT', debtorId: null, files: [] }),
  ToDo: () => ({ ...onInvoice, status: 'OPEN', assigneeUserId: null, userGroupId: null }),
  Label: () => ({ scope: 'INVOICE' }),
  LabelAssignment: () => onInvoice,
}

export const adjectiveParameters: Readonly<Record<string, Named>> = {
  '/invoice/todo/{invoiceId}': 'Invoice',
  '/client/todo/{clientId}': 'Client',
  '/debtor/todo/{debtorId}': 'Debtor',
  '/system-debtor/todo/{debtorId}': 'SystemDebtor',
  '/business-loan/todo/{businessLoanId}': 'BusinessLoan',
  '/system_debtors/{systemDebtorId}': 'SystemDebtor',
  '/system-debtors/{identificationNumber}': 'SystemDebtor',
  '/payments/{id}/notes/{noteId}': 'Note',
  // A part of the note, with no table of its own.
  '/notes/{noteId}/files/{id}': [exampleId('NoteFile')],
}

const idOf = (row: Values) => String(row['id'])

interface Where {
  /** The table of what it hangs on, and the word for that. */
  owner: string
  targetType: string
  /** The path parameter that names it. */
  param: string
}

const invoices: Where = { owner: 'invoice', targetType: 'INVOICE', param: 'invoiceId' }
const clients: Where = { owner: 'client', targetType: 'CLIENT', param: 'clientId' }
const debtors: Where = { owner: 'debtor', targetType: 'DEBTOR', param: 'debtorId' }
const loans: Where = {
  owner: 'business_loan',
  targetType: 'BUSINESS_LOAN',
  param: 'businessLoanId',
}
const payments: Where = { owner: 'payment_transaction', targetType: 'PAYMENT', param: 'of' }
const systemDebtors: Where = {
  owner: 'system_debtor',
  targetType: 'SYSTEM_DEBTOR',
  param: 'systemDebtorId',
}

/** A row of the table on something that is there for it alone. */
async function onOne(stage: Stage, table: string, { owner, targetType, param } = invoices) {
  const { rows } = stage
  const isTheirs = owner === 'client' && stage.clientId !== null
  const on = isTheirs ? { id: stage.clientId } : await rows.add(owner)
  const clientId = owner === 'client' ? on['id'] : on['clientId']
  const whose = clientId === undefined ? { clientId: null } : { clientId }
  const row = await rows.add(table, { targetId: on['id'], targetType, ...whose })
  return { [param]: String(on['id']), id: idOf(row) }
}

const named =
  (table: string, body?: GivenCall['body'], where = invoices) =>
  async (stage: Stage): Promise<GivenCall> => ({
    params: await onOne(stage, table, where),
    ...(body !== undefined && { body }),
  })

/** To-dos of one kind of owner. */
function todosOf(where: Where, room: string): Calls {
  const path = `${room}/{${where.param}}/{id}`
  return {
    [`POST ${room}`]: async ({ rows }) => ({
      body: { targetId: idOf(await rows.add(where.owner)), ...unassigned },
    }),
    [`GET ${path}`]: named('to_do', undefined, where),
    [`PUT ${path}`]: named('to_do', { status: 'RESOLVED', ...unassigned }, where),
    [`PUT ${room}/resolve-multiple`]: async (stage) => ({
      body: { ids: [(await onOne(stage, 'to_do', where)).id] },
    }),
  }
}

/** Labels of one kind of owner. */
function labelsOf(where: Where, room: string): Calls {
  const path = `${room}/{${where.param}}/labels`
  const label = { scope: where.targetType }
  return {
    [`POST ${path}`]: async ({ rows }) => ({
      body: { labelId: idOf(await rows.add('label', label)) },
    }),
    [`PUT ${path}/{id}`]: async (stage) => ({
      params: await onOne(stage, 'label_assignment', where),
      body: { labelId: idOf(await stage.rows.add('label', label)) },
    }),
    [`DELETE ${path}/{id}`]: named('label_assignment', undefined, where),
  }
}

const sentNoteFile = { filename: 'receipt.txt', mimeType: 'text/plain', content: btoa('Paid') }

/** A note with a file that was attached as anybody would. */
async function noteWithFile(stage: Stage): Promise<GivenCall> {
  const { id: noteId } = await onOne(stage, 'note')
  const { body } = await stage.tenant.api.put(`/notes/${noteId}/attach-file`, sentNoteFile)
  return { params: { noteId, id: body.files[0].id } }
}

/** A note on a payment, which its path names before the note. */
const ofPayment =
  (body?: GivenCall['body']) =>
  async (stage: Stage): Promise<GivenCall> => {
    const { of: id, id: noteId } = await onOne(stage, 'note', payments)
    return { params: { id: id!, noteId: noteId! }, ...(body !== undefined && { body }) }
  }

const unassigned = { assigneeUserId: undefined, userGroupId: undefined }

export const adjectiveCalls: Calls = {
  'POST /notes': async ({ rows }) => ({
    body: { ...onInvoice, targetId: idOf(await rows.add('invoice')), visibility: undefined },
  }),
  'PUT /notes/{id}': named('note', { text: 'Promised to pay on Monday', visibility: 'DEBTOR' }),
  'DELETE /notes/{id}': named('note'),
  'PUT /notes/{noteId}/attach-file': async (stage) => ({
    params: { noteId: (await onOne(stage, 'note')).id },
    body: sentNoteFile,
  }),
  'GET /notes/{noteId}/files/{id}': noteWithFile,
  'DELETE /notes/{noteId}/files/{id}': noteWithFile,
  'GET /payments/{id}/notes/{noteId}': ofPayment(),
  'PUT /payments/{id}/notes/{noteId}': ofPayment({ text: 'It was for two invoices' }),
  'DELETE /payments/{id}/notes/{noteId}': ofPayment(),
  'PUT /payments/{id}/notes/{noteId}/attach-file': ofPayment(sentNoteFile),
  'POST /labels': async () => ({ body: { colour: '#1f6feb' } }),
  ...todosOf(invoices, '/invoice/todo'),
  ...todosOf(clients, '/client/todo'),
  ...todosOf(debtors, '/debtor/todo'),
  ...todosOf(loans, '/business-loan/todo'),
  'DELETE /business-loan/todo/{businessLoanId}/{id}': named('to_do', undefined, loans),
  ...todosOf({ ...systemDebtors, param: 'debtorId' }, '/system-debtor/todo'),
  ...labelsOf(invoices, '/invoices'),
  ...labelsOf(clients, '/clients'),
  ...labelsOf(debtors, '/debtors'),
  ...labelsOf(systemDebtors, '/system_debtors'),
}
