import { exampleId, type IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

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
  // A part of the note, with no table of its own.
  '/notes/{noteId}/files/{id}': [exampleId('NoteFile')],
}

const idOf = (row: Values) => String(row['id'])

/** A row of the table on an invoice that is there for it alone. */
async function onOne({ rows }: Stage, table: string) {
  const { id: targetId, clientId } = await rows.add('invoice')
  const row = await rows.add(table, { targetId, clientId })
  return { invoiceId: String(targetId), id: idOf(row) }
}

const named =
  (table: string, body?: GivenCall['body']) =>
  async (stage: Stage): Promise<GivenCall> => ({
    params: await onOne(stage, table),
    ...(body !== undefined && { body }),
  })

const sentNoteFile = { filename: 'receipt.txt', mimeType: 'text/plain', content: btoa('Paid') }

/** A note with a file that was attached as anybody would. */
async function noteWithFile(stage: Stage): Promise<GivenCall> {
  const { id: noteId } = await onOne(stage, 'note')
  const { body } = await stage.tenant.api.put(`/notes/${noteId}/attach-file`, sentNoteFile)
  return { params: { noteId, id: body.files[0].id } }
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
  'POST /labels': async () => ({ body: { colour: '#1f6feb' } }),
  'PUT /invoices/{invoiceId}/labels/{id}': named('label_assignment'),
  'DELETE /invoices/{invoiceId}/labels/{id}': named('label_assignment'),
  'POST /invoice/todo': async ({ rows }) => ({
    body: { targetId: idOf(await rows.add('invoice')), ...unassigned },
  }),
  'GET /invoice/todo/{invoiceId}/{id}': named('to_do'),
  'PUT /invoice/todo/{invoiceId}/{id}': named('to_do', { status: 'RESOLVED', ...unassigned }),
  'PUT /invoice/todo/resolve-multiple': async (stage) => ({
    body: { ids: [(await onOne(stage, 'to_do')).id] },
  }),
}
