import { z } from 'zod'
import { accountNumberShape } from '../../domain/bookkeeping/chart.ts'
import { countries } from '../../domain/countries.ts'
import { currencies } from '../../domain/currencies.ts'
import { languages } from '../../domain/documents/document.ts'
import { furtherMax } from '../../domain/debtors/debtor-sent.ts'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import { invoiceTypes, rowTypes } from '../../domain/invoices/invoice.ts'
import { id } from '../../kernel/read/fields.ts'

/** A number that JSON gives back as it was; an id of more digits is sent as text. */
const exactNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/** A value of a field whose name the specification leaves open. */
export const plainValue = z.union([z.string().max(1000), exactNumber, z.boolean()])

/** At most so many fields beyond the known ones, none under a name that the platform gives itself. */
export function openEnded<Shape extends z.ZodRawShape>(
  shape: Shape,
  reserved: readonly string[] = [],
) {
  // The kernel adds the version that a PUT may name, and takes it out again.
  const known = new Set([...Object.keys(shape), 'version'])
  const taken = new Set([...reserved, '__proto__', 'constructor', 'tenantId'])
  return z
    .object(shape)
    .catchall(plainValue.nullable())
    .superRefine((value, { addIssue }) => {
      const further = Object.keys(value).filter((name) => !known.has(name))
      if (further.length > furtherMax) {
        const message = `At most ${furtherMax} fields beyond the known ones`
        addIssue({ code: 'custom', message, path: [], params: { code: 'TOO_MANY_FIELDS' } })
      }
      for (const name of further) {
        if (!taken.has(name) && name.length <= 60 && name.trim() !== '') continue
        const message = 'This name cannot be given here'
        addIssue({ code: 'custom', message, path: [name], params: { code: 'NAME_NOT_ALLOWED' } })
      }
    })
}

const word = (max: number) => z.string().trim().min(1).max(max)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

/** A number in decimal notation, as text: no exponent, no spaces. */
export const decimalText = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,10})?$/, 'A number in decimal notation')
  .meta({ example: '125.50' })

const share = z
  .string()
  .regex(/^(?:100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)$/, 'From 0 to 100, in decimal notation')
  .meta({ example: '10' })

export const vatPercentage = z.number().min(0).max(100).multipleOf(0.01).meta({ example: 25 })

/** An account of the client's book, by the number that charts give it. */
export const accountNumber = z
  .string()
  .regex(accountNumberShape, 'Four to eight digits, the first of them not 0')
  .meta({ example: '3001' })

export const rowFields = {
  type: optional(z.enum(rowTypes)),
  articleNumber: optional(word(60)),
  description: optional(z.string().max(1000)),
  quantity: optional(decimalText),
  unit: optional(z.string().max(20)),
  price: optional(decimalText),
  discountPercent: optional(share),
  discountAmount: optional(decimalText),
  vatPercentage: optional(vatPercentage),
  accountNumber: optional(accountNumber),
  costCentre: optional(word(60)),
  project: optional(word(60)),
}

export const rowNamesOfOurs = [
  'id',
  'invoiceId',
  'clientId',
  'debtorId',
  'rowNo',
  'labels',
  'currency',
  'createdAt',
  'updatedAt',
  'further',
]

const ArticleRowSent = openEnded(
  {
    ...rowFields,
    netAmount: optional(decimalText),
    vatAmount: optional(decimalText),
    grossAmount: optional(decimalText),
  },
  rowNamesOfOurs,
).meta({ id: 'ArticleRowSent' })

const countryCode = z.enum(countries).meta({ example: 'SE' })

const AddressSent = z.union([
  z.string().trim().min(1).max(1000),
  openEnded({
    name: optional(z.string().max(200)),
    co: optional(z.string().max(200)),
    address: optional(z.string().max(200)),
    zip: optional(z.string().max(20)),
    city: optional(z.string().max(100)),
    countryCode: optional(countryCode),
  }),
])

/** Contact and routing of a debtor. */
export const contactFields = {
  email: optional(z.email().max(254)),
  phone: optional(word(60)),
  invoiceAddress: optional(AddressSent),
  deliveryAddress: optional(AddressSent),
  peppolId: optional(word(100)),
}

export const debtorNamesOfOurs = [
  'id',
  'clientId',
  'systemDebtorId',
  'subtypeId',
  'reminderProfileId',
  'currency',
  'balance',
  'createdAt',
  'updatedAt',
  'further',
]

export const DebtorSent = openEnded(
  {
    customerNumber: word(60).meta({ example: '1042' }),
    name: word(200).meta({ example: 'Nordic Timber AB' }),
    type: z.enum(debtorTypes),
    identificationNumber: optional(word(40).meta({ example: '556677-8899' })),
    ...contactFields,
    preferredLanguage: optional(z.enum(languages)),
  },
  debtorNamesOfOurs,
).meta({ id: 'DebtorSent' })

const day = z.iso.date()
const currency = z.enum(currencies).meta({ example: 'SEK' })

export const CurrencySent = z
  .strictObject({ invoiceCurrency: optional(currency), baseCurrency: optional(currency) })
  .meta({ id: 'CurrencySent' })

const rowsMax = 1000

const changeable = {
  invoiceNumber: word(60).meta({ example: '2026-1001' }),
  articleRows: z.array(ArticleRowSent).max(rowsMax),
  debtor: DebtorSent,
  currency: optional(CurrencySent),
  serviceProviderCode: optional(word(40)),
  articleRowsGenerate: optional(z.boolean()),
  references: optional(
    z
      .record(word(60), z.string().max(200))
      .refine((sent) => Object.keys(sent).length <= furtherMax, `At most ${furtherMax} references`),
  ),
}

const dates = { invoiceDate: day, expireDate: day, deliveryDate: optional(day) }

/** What creates an invoice: the specification's tables. */
export const InvoicePayload = z
  .strictObject({
    ...changeable,
    dates: z.strictObject(dates),
    clientId: optional(id('Client')),
    type: optional(z.enum(invoiceTypes)),
  })
  .meta({ id: 'InvoicePayload' })

/** What of it can still change. */
export const InvoiceChangePayload = z
  .strictObject({ ...changeable, dates: z.strictObject(dates).partial() })
  .partial()
  .meta({ id: 'InvoiceChangePayload' })
