import { z } from 'zod'
import { countryCode } from '../../kernel/read/amounts.ts'
import { openEnded } from '../../kernel/read/open-ended.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { asName } from '../../kernel/read/fields.ts'
import { Debtor } from '../../entities/debtor.ts'

const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

const AddressSent = z.union([
  z.string().trim().min(1).max(1000),
  openEnded({
    name: optional(asName(z.string().max(200))),
    co: optional(asName(z.string().max(200))),
    address: optional(z.string().max(200)),
    zip: optional(z.string().max(20)),
    city: optional(asName(z.string().max(100))),
    countryCode: optional(countryCode),
  }),
])

/** How to reach a debtor. */
export const contactFields = {
  email: optional(z.email().max(254)),
  invoiceAddress: optional(AddressSent),
  deliveryAddress: optional(AddressSent),
  ...bodyOf(Debtor, ['phone', 'peppolId']).shape,
}

export const debtorReadOnlyFields = [
  'id',
  'clientId',
  'systemDebtorId',
  'subtypeId',
  'reminderProfileId',
  'currency',
  'balance',
  'bankruptSince',
  'movedToId',
  'createdAt',
  'updatedAt',
  'further',
]

export const DebtorSent = openEnded(
  {
    ...bodyOf(Debtor, ['customerNumber', 'name', 'type', 'identificationNumber']).shape,
    countryCode: optional(countryCode).describe(
      "In whose register the number stands, where that is not its client's country",
    ),
    ...contactFields,
    ...bodyOf(Debtor, ['preferredLanguage']).shape,
  },
  debtorReadOnlyFields,
).meta({ id: 'DebtorSent' })
