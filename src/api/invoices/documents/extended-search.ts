import { z } from 'zod'
import { documentOwnersOf } from '../../../activities/invoices/documents/owners-of.ts'
import { documents, documentView } from '../../../behaviours/documents.ts'
import { pageOf } from '../../../kernel/read/page.ts'

const OwnedDocumentView = documentView.schema
  .extend({
    owner: z.object({
      clientName: z.string().nullable(),
      customerNumber: z.string().nullable(),
      debtorName: z.string().nullable(),
      invoiceNumber: z.string().nullable(),
    }),
  })
  .meta({ id: 'OwnedDocument' })

/** The same search, with the names and numbers of whom and what each document belongs to. */
export const extendedSearch = {
  ...documents.search,
  summary: 'Search documents, with whom each belongs to',
  returns: pageOf(OwnedDocumentView),
  handle: async (call: Parameters<typeof documents.search.handle>[0]) => {
    const page = await documents.search.handle(call)
    const owners = await documentOwnersOf(call.unit, page.data)
    return {
      ...page,
      data: page.data.map((document, at) => ({ ...document, owner: owners[at]! })),
    }
  },
}
