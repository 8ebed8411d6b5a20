import { z } from 'zod'
import { submitInvoice, type Submitted } from '../../../activities/invoices/submit-invoice.ts'
import type { InvoiceSent } from '../../../domain/invoices/invoice-sent.ts'
import { refusalsAtRest } from '../../../domain/clients/status.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { id } from '../../../kernel/read/fields.ts'
import type { View } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { createInvoiceInput } from '../../../activities/invoices/invoice-input.ts'
import { wholeInvoiceView } from '../views.ts'

const InvoiceCreated = z
  .union([wholeInvoiceView.schema, z.strictObject({ id: id('Invoice') })])
  .meta({ id: 'InvoiceCreated' })

interface Created extends Submitted {
  whole: boolean
}

type Facts = Awaited<ReturnType<typeof wholeInvoiceView.facts>>

const createdView: View<Created, z.output<typeof InvoiceCreated>, Facts> = {
  schema: InvoiceCreated,
  facts: wholeInvoiceView.facts,
  show: (made, facts) =>
    made.whole ? wholeInvoiceView.show(made, facts) : { id: made.invoice.id },
}

const creating = {
  body: createInvoiceInput,
  query: z.strictObject({ returnResource: z.enum(['true', 'false']).optional() }),
  shows: createdView,
  refuses: [
    ...refusalsAtRest,
    'CONTROL_ACCOUNT',
    'DEBTOR_IDENTITY_DIFFERS',
    'DEBTOR_IDENTITY_LOOSENS',
    'GUARANTOR_IS_DEBTOR',
    'INVOICE_ALREADY_EXISTS',
    'INVOICE_NOT_VALID',
    'INVOICE_WITHOUT_ROWS',
    'NOT_FOUND',
    'PRODUCT_NOT_AVAILABLE',
    'PRODUCT_NOT_ENABLED',
  ],
  status: 201,
  locate: ({ id: made }: { id: string }) => `/invoices/${made}`,
  inOneTrip: true,
} as const

interface CreateCall {
  unit: Unit
  body: InvoiceSent
  query: { returnResource?: 'true' | 'false' | undefined }
}

async function create({ unit, body, query }: CreateCall): Promise<Created> {
  return { ...(await submitInvoice(unit, body)), whole: query.returnResource !== 'false' }
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
