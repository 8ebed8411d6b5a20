import {
  updateDebtorAccount,
  updateDebtorAccountInput,
} from '../../activities/payouts/debtor-payout-accounts.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { debtorAccounts, debtorAccountView, refusedAtChange } from './debtor-account-view.ts'

export default {
  listDebtorPayoutAccounts: operation(
    'GET /debtor-payout-accounts',
    'ReadDebtorPayoutAccounts',
    debtorAccounts.list,
  ),
  readDebtorPayoutAccount: operation(
    'GET /debtor-payout-accounts/{id}',
    'ReadDebtorPayoutAccount',
    debtorAccounts.read,
  ),
  searchDebtorPayoutAccounts: operation(
    'POST /debtor-payout-accounts/search',
    'SearchDebtorPayoutAccounts',
    debtorAccounts.search,
  ),

  updateDebtorPayoutAccount: operation(
    'PUT /debtor-payout-accounts/{id}',
    'UpdateDebtorPayoutAccounts',
    {
      summary: 'Verify, change or disable an account of a debtor',
      body: updateDebtorAccountInput,
      shows: debtorAccountView,
      confirms: true,
      refuses: refusedAtChange,
    },
  ).handle(({ unit, params, body }) => updateDebtorAccount(unit, params.id, body)),
} satisfies Room
