import { z } from 'zod'
import { createInvoice, type InvoiceWithRows } from '../../../activities/invoices/create-invoice.ts'
import type { InvoiceSent } from '../../../domain/invoices/invoice-sent.ts'
import type { Unit } from '../../../activities/unit.ts'
import { id } from '../../fields.ts'
import { operation, type Room } from '../../operation.ts'
import { InvoicePayload } from '../payload.ts'
import { showWholeInvoice, WholeInvoiceView } from '../views.ts'

const InvoiceCreated = z
  .union([WholeInvoiceView, z.strictObject({ id: id('Invoice') })])
  .meta({ id: 'InvoiceCreated' })

interface Created extends InvoiceWithRows {
  whole: boolean
}

const creating = {
  body: InvoicePayload,
  query: z.strictObject({ returnResource: z.enum(['true', 'false']).optional() }),
  returns: InvoiceCreated,
  shows: ({ invoice, articles, whole }: Created): z.output<typeof InvoiceCreated> =>
    whole ? showWholeInvoice(invoice, articles) : { id: invoice.id },
  refuses: ['INVOICE_ALREADY_EXISTS', 'NOT_FOUND'],
  status: 201,
  locate: ({ id: made }: { id: string }) => `/invoices/${made}`,
} as const

interface CreateCall {
  unit: Unit
  body: InvoiceSent
  query: { returnResource?: 'true' | 'false' | undefined }
}

async function create({ unit, body, query }: CreateCall): Promise<Created> {
  return { ...(await createInvoice(unit, body)), whole: query.returnResource !== 'false' }
}

export default {
  createInvoice: operation('POST /invoices', 'CreateInvoices', {
    ...creating,
    summary: 'Create an invoice; its debtor is found or made on the way',
  }).handle(create),

  createInvoiceByIntegration: operation('POST /invoices/integration', 'invoice:create', {
    ...creating,
    summary: 'Create an invoice from machine to machine; the same as any other',
  }).handle(create),
} satisfies Room
