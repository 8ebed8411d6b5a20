import { balancesOfDebtors, type OwedInCurrency } from '../../activities/debtors/balances-of.ts'
import { amountShown, currencyCode } from '../../kernel/read/amounts.ts'
import { decimal } from '../../domain/money.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { z } from 'zod'
import { Debtor } from '../../entities/debtor.ts'

const address = z.record(z.string(), z.unknown()).nullable()

/** Further contact fields are shown among the others, by the names with which they were sent. */
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
    'countryCode',
    'email',
    'phone',
    'peppolId',
    'preferredLanguage',
    'reminderProfileId',
    'currency',
    'balance',
    'bankruptSince',
    'movedToId',
    'versioned',
  ],
  {
    more: {
      invoiceAddress: address,
      deliveryAddress: address,
      /** Amounts in different currencies are never added up. */
      balances: z.array(z.object({ currency: currencyCode, balance: amountShown })),
    },
    facts: (unit, debtors) => {
      const ids = debtors.map((debtor) => debtor.id)
      return balancesOfDebtors(unit, ids)
    },
    show: (debtor, owed: ReadonlyMap<string, readonly OwedInCurrency[]>) => ({
      balances: (owed.get(debtor.id) ?? []).map(({ currency, balance }) => ({
        currency,
        balance: decimal(balance, currency),
      })),
      invoiceAddress: debtor.invoiceAddress ?? null,
      deliveryAddress: debtor.deliveryAddress ?? null,
    }),
  },
)
