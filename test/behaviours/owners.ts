import { asked } from '../support/loans.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import {
  activatedInvoice,
  clientIn,
  createdInvoice,
  emptied,
  invoiceBody,
} from '../support/trade.ts'
import type { TestTenant } from '../support/world.ts'
import type { Right } from '../../src/policy/rights.ts'
import { BusinessLoan } from '../../src/entities/business-loan.ts'

/** Where an owner's adjectives stand, and how one of it is made: a line an owner. */
export interface OwnerOfAdjectives {
  name: string
  targetType: string
  /** Whose changelog tells of what hangs on it. */
  entity: string
  /** One of it, which belongs to the client unless `clientOf` says otherwise. */
  make(tenant: TestTenant, clientId: string): Promise<string>
  /** Whose it is; null for what the tenant alone knows. */
  clientOf?(id: string, clientId: string): string | null
  notes?: { list: (id: string) => string; searches: boolean; read: Right }
  labels?: { list: (id: string) => string; rights: readonly Right[] }
  todos?: { room: string; rights: readonly Right[] }
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
    notes: { list: (id) => `/invoices/${id}/notes`, searches: true, read: 'ReadInvoiceNotes' },
    labels: {
      list: (id) => `/invoices/${id}/labels`,
      rights: ['ReadInvoiceLabels', 'UpdateInvoiceLabels'],
    },
    todos: {
      room: '/invoice/todo',
      rights: ['GetInvoiceToDo', 'UpdateInvoiceToDo', 'SearchInvoiceToDo'],
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
  {
    name: 'a client',
    targetType: 'CLIENT',
    entity: 'Client',
    make: (tenant) => clientIn(tenant),
    clientOf: (id) => id,
    labels: {
      list: (id) => `/clients/${id}/labels`,
      rights: ['ReadClientLabels', 'UpdateClientLabels', 'DeleteClientLabels'],
    },
    todos: {
      room: '/client/todo',
      rights: ['GetClientToDo', 'UpdateClientToDo', 'SearchClientToDo'],
    },
  },
  {
    name: 'a debtor',
    targetType: 'DEBTOR',
    entity: 'Debtor',
    make: debtorOf,
    notes: { list: (id) => `/debtors/${id}/notes`, searches: true, read: 'ReadDebtorNotes' },
    labels: {
      list: (id) => `/debtors/${id}/labels`,
      rights: ['ReadDebtorLabels', 'UpdateDebtorLabels', 'DeleteDebtorLabels'],
    },
    todos: {
      room: '/debtor/todo',
      rights: ['GetDebtorToDo', 'UpdateDebtorToDo', 'SearchDebtorToDo'],
    },
  },
  {
    name: 'a system debtor',
    targetType: 'SYSTEM_DEBTOR',
    entity: 'SystemDebtor',
    make: async (tenant, clientId) => {
      const debtor = await tenant.api.get(`/debtors/${await debtorOf(tenant, clientId)}`)
      return debtor.body.systemDebtorId
    },
    clientOf: () => null,
    labels: {
      list: (id) => `/system_debtors/${id}/labels`,
      rights: ['ReadSystemDebtorLabels', 'UpdateSystemDebtorLabels', 'DeleteSystemDebtorLabels'],
    },
    todos: {
      room: '/system-debtor/todo',
      rights: ['GetSystemDebtorToDo', 'UpdateSystemDebtorToDo', 'SearchSystemDebtorToDo'],
    },
  },
  {
    name: 'a business loan',
    targetType: 'BUSINESS_LOAN',
    entity: 'BusinessLoan',
    make: loanOf,
    todos: {
      room: '/business-loan/todo',
      rights: ['GetBusinessLoanToDo', 'UpdateBusinessLoanToDo', 'SearchBusinessLoanToDo'],
    },
    archive: {
      finished: async (tenant, clientId) => {
        const id = await loanOf(tenant, clientId)
        await tenant.work(async (unit) => {
          Object.assign(await unit.load(BusinessLoan, id), { status: 'CLOSED' })
        })
        return id
      },
      room: '/business-loans',
      rights: ['AddToArchiveBusinessLoans', 'RemoveFromArchiveBusinessLoans'],
      searches: ['/business-loans/search'],
      asked: { status: 'ARCHIVED' },
      events: ['archived', 'closed'],
      refusals: ['LOAN_NOT_CLOSED', 'LOAN_NOT_ARCHIVED'],
    },
  },
  {
    name: 'a payment',
    targetType: 'PAYMENT',
    entity: 'PaymentTransaction',
    make: async (tenant, clientId) => {
      const { body } = await tenant.api.post('/payments', {
        amount: '700.00',
        currency: 'SEK',
        clientId,
      })
      return body.id
    },
    notes: {
      list: (id) => `/payments/${id}/notes`,
      searches: false,
      read: 'ReadPaymentTransactionNotes',
    },
  },
]

let made = 0

/** A debtor of the client that nobody else has. */
async function debtorOf(tenant: TestTenant, clientId: string): Promise<string> {
  const n = ++made
  const identificationNumber = swedishNumber(552_000_000 + n)
  const { debtor } = invoiceBody() as { debtor: object }
  const sent = { ...debtor, customerNumber: `A-${n}`, identificationNumber }
  const id = await createdInvoice(tenant, clientId, { debtor: sent })
  return (await tenant.api.get(`/invoices/${id}`)).body.debtorId
}

/** A loan of the client that nobody has decided. */
export function loanOf(tenant: TestTenant, clientId: string): Promise<string> {
  return asked({ tenant }, clientId)
}

/** Those of the owners that have this adjective, with where it stands. */
export const having = <A extends 'notes' | 'labels' | 'todos' | 'archive' | 'documents'>(
  adjective: A,
) =>
  owners.flatMap((owner) => {
    const place = owner[adjective]
    const clientOf = owner.clientOf ?? ((_: string, clientId: string) => clientId)
    const here = place as NonNullable<typeof place>
    return place === undefined ? [] : [{ ...owner, clientOf, place: here }]
  })
