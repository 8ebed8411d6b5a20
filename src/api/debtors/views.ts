import { z } from 'zod'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import { languages } from '../../domain/distribution/document.ts'
import { decimal } from '../../domain/money.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { id, showVersioned, versionedView } from '../../kernel/read/fields.ts'

const some = z.string().nullable()
const address = z.record(z.string(), z.unknown()).nullable()

/** Further contact and routing fields stand among the others, under the names they came with. */
export const DebtorView = z
  .looseObject({
    id: id('Debtor'),
    clientId: id('Client'),
    customerNumber: z.string().meta({ example: '1042' }),
    systemDebtorId: id('SystemDebtor').nullable(),
    type: z.enum(debtorTypes),
    subtypeId: id('DebtorSubtype').nullable(),
    name: z.string().meta({ example: 'Nordic Timber AB' }),
    identificationNumber: some,
    countryCode: some,
    email: some,
    phone: some,
    invoiceAddress: address,
    deliveryAddress: address,
    peppolId: some,
    preferredLanguage: z.enum(languages).nullable(),
    reminderProfileId: id('ReminderProfile').nullable(),
    currency: z.string().meta({ example: 'SEK' }),
    balance: z.string().meta({ example: '1250.00' }),
    /** Told where debtors are read; what is owed in one currency is never added to another. */
    balances: z
      .array(
        z.object({
          currency: z.string().meta({ example: 'EUR' }),
          balance: z.string().meta({ example: '100.00' }),
        }),
      )
      .optional(),
    ...versionedView,
  })
  .meta({ id: 'Debtor' })

export const showDebtor = (debtor: Debtor): z.output<typeof DebtorView> => ({
  ...debtor.further,
  id: debtor.id,
  clientId: debtor.clientId,
  customerNumber: debtor.customerNumber,
  systemDebtorId: debtor.systemDebtorId ?? null,
  type: debtor.type,
  subtypeId: debtor.subtypeId ?? null,
  name: debtor.name,
  identificationNumber: debtor.identificationNumber ?? null,
  countryCode: debtor.countryCode ?? null,
  email: debtor.email ?? null,
  phone: debtor.phone ?? null,
  invoiceAddress: debtor.invoiceAddress ?? null,
  deliveryAddress: debtor.deliveryAddress ?? null,
  peppolId: debtor.peppolId ?? null,
  preferredLanguage: debtor.preferredLanguage ?? null,
  reminderProfileId: debtor.reminderProfileId ?? null,
  currency: debtor.currency,
  balance: decimal(debtor.balance, debtor.currency),
  ...showVersioned(debtor),
})
