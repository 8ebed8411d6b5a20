import { activatedInvoice, createdInvoice, emptied } from '../support/trade.ts'
import type { TestTenant } from '../support/world.ts'
import type { Right } from '../../src/policy/rights.ts'

/** Where an owner's adjectives stand, and how one of it is made: a line an owner. */
export interface OwnerOfAdjectives {
  name: string
  targetType: string
  /** Whose changelog tells of what hangs on it. */
  entity: string
  /** One of it that belongs to the client. */
  make(tenant: TestTenant, clientId: string): Promise<string>
  notes?: { list: (id: string) => string; read: Right }
  labels?: { list: (id: string) => string; read: Right; write: Right }
  todos?: { room: string; read: Right; write: Right; search: Right }
  documents?: { field: string; attach: string; list: string; link: string }
  archive?: {
    /** One of it whose life is over. */
    finished(tenant: TestTenant, clientId: string): Promise<string>
    room: string
    rights: readonly [Right, Right]
    searches: readonly string[]
    /** The filter that asks for what is archived, and the words that the trace has for it. */
    asked: object
    events: readonly [added: string, removed: string]
    refusals: readonly [notOver: string, notArchived: string]
  }
}

export const owners: readonly OwnerOfAdjectives[] = [
  {
    name: 'an invoice',
    targetType: 'INVOICE',
    entity: 'Invoice',
    make: (tenant, clientId) => createdInvoice(tenant, clientId),
    notes: { list: (id) => `/invoices/${id}/notes`, read: 'ReadInvoiceNotes' },
    labels: {
      list: (id) => `/invoices/${id}/labels`,
      read: 'ReadInvoiceLabels',
      write: 'UpdateInvoiceLabels',
    },
    todos: {
      room: '/invoice/todo',
      read: 'GetInvoiceToDo',
      write: 'UpdateInvoiceToDo',
      search: 'SearchInvoiceToDo',
    },
    documents: {
      field: 'invoiceId',
      attach: '/documents/attachments/invoice',
      list: '/documents/invoices',
      link: '/documents/link-invoice',
    },
    archive: {
      finished: async (tenant, clientId) => {
        const id = await activatedInvoice(tenant, clientId)
        await emptied(tenant, id)
        return id
      },
      room: '/invoices',
      rights: ['AddToArchiveInvoices', 'RemoveFromArchiveInvoices'],
      searches: ['/invoices/search', '/invoices/table/search'],
      asked: { mainStatus: 'ARCHIVED' },
      events: ['archived', 'closed'],
      refusals: ['INVOICE_NOT_CLOSED', 'INVOICE_NOT_ARCHIVED'],
    },
  },
]

/** Those of the owners that have this adjective, with where it stands. */
export const having = <A extends 'notes' | 'labels' | 'todos' | 'archive' | 'documents'>(
  adjective: A,
) =>
  owners.flatMap((owner) => {
    const place = owner[adjective]
    return place === undefined ? [] : [{ ...owner, place: place as NonNullable<typeof place> }]
  })
