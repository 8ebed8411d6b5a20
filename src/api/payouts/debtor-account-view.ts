import { lifeOfPayoutAccount } from '../../domain/payouts/payout-account.ts'
import { DebtorPayoutAccount } from '../../entities/debtor-payout-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { withNumbers } from '../clients/account-numbers.ts'

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
  withNumbers(DebtorPayoutAccount),
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
