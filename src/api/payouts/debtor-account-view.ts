import { z } from 'zod'
import { shownNumber } from '../../domain/clients/bank-account.ts'
import { DebtorPayoutAccount } from '../../entities/debtor-payout-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { lifeOfPayoutAccount } from '../../domain/payouts/payout-account.ts'

export const debtorAccountView = viewOf(
  DebtorPayoutAccount,
  [
    'id',
    'clientId',
    'debtorId',
    'kind',
    'bic',
    'holderName',
    'status',
    'verifiedBy',
    'verifiedAt',
    'createdBy',
    'versioned',
  ],
  {
    more: { number: z.string().meta({ example: 'SE45 5000 0000 0583 9825 7466' }) },
    // Lists read nothing that is told in no changelog: it is asked for beside them.
    facts: async (unit, rows: readonly DebtorPayoutAccount[]) => {
      const ids = rows.map(({ id }) => id)
      const all = await unit.readEach(DebtorPayoutAccount, 'id = any($2)', [ids])
      return new Map(all.map(({ id, kind, number }) => [id, shownNumber(kind, number)]))
    },
    show: ({ id, kind, number }, numbers: ReadonlyMap<string, string>) => ({
      number: numbers.get(id) ?? shownNumber(kind, number),
    }),
  },
)

export const debtorAccounts = collection(DebtorPayoutAccount, {
  noun: ['account that debtors are paid back to', 'accounts that debtors are paid back to'],
  shows: debtorAccountView,
  filters: filtersOf(DebtorPayoutAccount, ['clientId', 'debtorId', 'kind', 'status']),
  sort: ['-id'],
})

export const refusedAtChange = [
  ...lifeOfPayoutAccount.refusals('verify', 'disable'),
  'ALREADY_EXISTS',
  'NOT_FOUND',
] as const
