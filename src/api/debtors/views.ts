import { viewOf } from '../../kernel/read/view.ts'
import { z } from 'zod'
import { Debtor } from '../../entities/debtor.ts'

const address = z.record(z.string(), z.unknown()).nullable()

/** Further contact and routing fields stand among the others, under the names they came with. */
export const debtorView = viewOf(
  Debtor,
  [
    'further',
    'id',
    'clientId',
    'customerNumber',
    'systemDebtorId',
    'type',
    'subtypeId',
    'name',
    'identificationNumber',
    'email',
    'phone',
    'peppolId',
    'preferredLanguage',
    'reminderProfileId',
    'currency',
    'balance',
    'versioned',
  ],
  {
    more: { invoiceAddress: address, deliveryAddress: address },
    show: (debtor) => ({
      invoiceAddress: debtor.invoiceAddress ?? null,
      deliveryAddress: debtor.deliveryAddress ?? null,
    }),
  },
)
