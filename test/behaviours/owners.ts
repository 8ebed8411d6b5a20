import { createdInvoice } from '../support/trade.ts'
import type { TestTenant } from '../support/world.ts'
import type { Right } from '../../src/policy/rights.ts'

/** Where an owner's notes, labels and to-dos stand, and how one of it is made: a line an owner. */
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
  },
]

/** Those of the owners that have this adjective, with where it stands. */
export const having = <A extends 'notes' | 'labels' | 'todos'>(adjective: A) =>
  owners.flatMap((owner) => {
    const place = owner[adjective]
    return place === undefined ? [] : [{ ...owner, place: place as NonNullable<typeof place> }]
  })
