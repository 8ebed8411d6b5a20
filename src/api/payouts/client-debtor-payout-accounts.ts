import {
  createDebtorAccount,
  createDebtorAccountInput,
  updateDebtorAccount,
  updateDebtorAccountInput,
} from '../../activities/payouts/debtor-payout-accounts.ts'
import { Debtor } from '../../entities/debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { debtorAccounts, debtorAccountView, refusedAtChange } from './debtor-account-view.ts'

const right = 'ReadClientDebtorPayoutAccounts'

export default {
  readClientDebtorPayoutAccount: operation(
    'GET /client-debtor-payout-accounts/{id}',
    right,
    debtorAccounts.read,
  ),
  listClientDebtorPayoutAccounts: operation(
    'GET /client-debtor-payout-accounts/debtor/{debtorId}',
    right,
    debtorAccounts.owned(Debtor, 'debtorId'),
  ),

  createClientDebtorPayoutAccount: operation(
    'POST /client-debtor-payout-accounts',
    'CreateClientDebtorPayoutAccounts',
    {
      summary: 'Say where a debtor is paid back to; two people of the tenant verify it',
      body: createDebtorAccountInput,
      shows: debtorAccountView,
      confirms: true,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createDebtorAccount(unit, body)),

  updateClientDebtorPayoutAccount: operation(
    'PUT /client-debtor-payout-accounts/{id}',
    'UpdateClientDebtorPayoutAccounts',
    {
      summary: 'Change an account of a debtor, or disable it',
      body: updateDebtorAccountInput,
      shows: debtorAccountView,
      confirms: true,
      refuses: refusedAtChange,
    },
  ).handle(({ unit, params, body }) => updateDebtorAccount(unit, params.id, body)),
} satisfies Room
