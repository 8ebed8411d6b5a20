import { archiveOf } from '../../../behaviours/archive.ts'
import { labelsOf } from '../../../behaviours/labels.ts'
import { notesOf } from '../../../behaviours/notes.ts'
import { todosOf } from '../../../behaviours/todos.ts'
import { lifeOfInvoice } from '../../../domain/invoices/transitions.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { invoiceView } from '../views.ts'

const notes = notesOf(Invoice, 'invoiceId')
const labels = labelsOf(Invoice, 'invoiceId')
const todos = todosOf(Invoice, 'invoiceId')
const archive = archiveOf(Invoice, 'id', {
  status: 'mainStatus',
  life: lifeOfInvoice,
  shows: invoiceView,
})

export default {
  listNotesOfInvoice: operation('GET /invoices/{invoiceId}/notes', 'ReadInvoiceNotes', notes.list),
  searchNotesOfInvoice: operation(
    'POST /invoices/{invoiceId}/notes/search',
    'SearchInvoiceNotes',
    notes.search,
  ),

  listLabelsOfInvoice: operation(
    'GET /invoices/{invoiceId}/labels',
    'ReadInvoiceLabels',
    labels.list,
  ),
  addLabelToInvoice: operation('POST /invoices/{invoiceId}/labels', 'UpdateInvoiceLabels', {
    ...labels.create,
    locate: ({ targetId }) => `/invoices/${targetId}/labels`,
    extension: true,
  }),
  replaceLabelOfInvoice: operation(
    'PUT /invoices/{invoiceId}/labels/{id}',
    'UpdateInvoiceLabels',
    labels.update,
  ),
  removeLabelFromInvoice: operation(
    'DELETE /invoices/{invoiceId}/labels/{id}',
    'UpdateInvoiceLabels',
    {
      ...labels.delete,
      extension: true,
    },
  ),

  listTodosOfInvoice: operation('GET /invoice/todo/{invoiceId}', 'GetInvoiceToDo', todos.list),
  searchTodosOfInvoices: operation('POST /invoice/todo/search', 'SearchInvoiceToDo', todos.search),
  createTodoOfInvoice: operation('POST /invoice/todo', 'UpdateInvoiceToDo', {
    ...todos.create,
    locate: ({ id, targetId }) => `/invoice/todo/${targetId}/${id}`,
    extension: true,
  }),
  readTodoOfInvoice: operation('GET /invoice/todo/{invoiceId}/{id}', 'GetInvoiceToDo', todos.read),
  updateTodoOfInvoice: operation(
    'PUT /invoice/todo/{invoiceId}/{id}',
    'UpdateInvoiceToDo',
    todos.update,
  ),
  resolveTodosOfInvoices: operation('PUT /invoice/todo/resolve-multiple', 'UpdateInvoiceToDo', {
    ...todos.resolveMultiple,
    extension: true,
  }),

  archiveInvoice: operation('PUT /invoices/{id}/archive/add', 'AddToArchiveInvoices', {
    ...archive.add,
    summary: 'Archive an invoice on which nothing is owed',
  }),
  removeInvoiceFromArchive: operation(
    'PUT /invoices/{id}/archive/remove',
    'RemoveFromArchiveInvoices',
    { ...archive.remove, summary: 'Take an invoice out of the archive' },
  ),
} satisfies Room
