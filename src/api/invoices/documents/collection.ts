import { z } from 'zod'
import { documentTypes } from '../../../domain/distribution/document.ts'
import { Document } from '../../../entities/document.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id } from '../../../kernel/read/fields.ts'
import { exact, instants, text } from '../../../kernel/read/filter.ts'
import { documentView } from './views.ts'

const asked = {
  shows: documentView,
  filters: {
    type: exact(z.enum(documentTypes)),
    ownerId: exact(z.string().min(1).max(60)),
    clientId: exact(id('Client')),
    invoiceId: exact(id('Invoice')),
    filename: text(),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'filename'],
} as const

export const documents = collection(Document, {
  noun: ['document', 'documents'],
  ...asked,
})

/** Those that belong to an invoice: the invoice itself, and what came with it. */
export const ofInvoices = collection(Document, {
  noun: ['document of an invoice', 'documents of invoices'],
  only: { ownerType: 'INVOICE' },
  ...asked,
})
