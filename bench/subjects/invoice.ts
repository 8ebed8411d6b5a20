import { z } from 'zod'
import { threeRows } from '../shared/three-rows.ts'

const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,4})?$/)
const date = z.iso.date()

/** An invoice of the size that integrators send, for ours and theirs alike. */
export const Invoice = z.object({
  clientId: z.string().startsWith('C.').optional(),
  invoiceNumber: z.string().min(1).max(60),
  type: z.enum(['INVOICE', 'CREDIT_INVOICE']).default('INVOICE'),
  debtor: z.object({
    customerNumber: z.string().min(1),
    name: z.string().min(1),
    type: z.enum(['COMPANY', 'PERSON']),
    identificationNumber: z.string().optional(),
    email: z.email().optional(),
  }),
  dates: z.object({ invoiceDate: date, expireDate: date, deliveryDate: date.optional() }),
  currency: z.object({
    invoiceCurrency: z.string().length(3).optional(),
    baseCurrency: z.string().length(3).optional(),
  }),
  articleRows: z
    .array(
      z.object({
        description: z.string().optional(),
        quantity: decimal.optional(),
        unit: z.string().optional(),
        price: decimal.optional(),
        vatPercentage: z.number().optional(),
        articleNumber: z.string().optional(),
        accountNumber: z.string().optional(),
      }),
    )
    .max(2000),
})

export const invoiceOfThreeRows = JSON.stringify({
  clientId: 'C.100',
  invoiceNumber: 'W{n}',
  debtor: { customerNumber: 'D7', name: 'Acme AB', type: 'COMPANY', email: 'ap@acme.test' },
  dates: { invoiceDate: '2026-10-01', expireDate: '2026-10-31' },
  currency: { invoiceCurrency: 'SEK' },
  articleRows: threeRows,
})

export const InvoiceMade = z.object({ id: z.string() })
