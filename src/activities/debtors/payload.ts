import { z } from 'zod'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import { languages } from '../../domain/distribution/document.ts'
import { countryCode } from '../../kernel/read/amounts.ts'
import { openEnded } from '../../kernel/read/open-ended.ts'

const word = (max: number) => z.string().trim().min(1).max(max)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

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

export const debtorReadOnlyFields = [
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
    countryCode: optional(countryCode).describe(
      "In whose register the number stands, where that is not its client's country",
    ),
    ...contactFields,
    preferredLanguage: optional(z.enum(languages)),
  },
  debtorReadOnlyFields,
).meta({ id: 'DebtorSent' })
