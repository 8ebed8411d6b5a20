import {
  createPayoutAccount,
  createPayoutAccountInput,
  updatePayoutAccount,
  updatePayoutAccountInput,
} from '../../activities/payouts/payout-accounts.ts'
import { lifeOfPayoutAccount } from '../../domain/payouts/payout-account.ts'
import { PayoutAccount } from '../../entities/payout-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const payoutAccountView = viewOf(PayoutAccount, [
  'id',
  'clientId',
  'clientAccountId',
  'clientBankAccountId',
  'status',
  'verifiedBy',
  'verifiedAt',
  'createdBy',
  'versioned',
])

const accounts = collection(PayoutAccount, {
  noun: ['payout account', 'payout accounts'],
  shows: payoutAccountView,
  filters: filtersOf(PayoutAccount, [
    'clientId',
    'clientAccountId',
    'clientBankAccountId',
    'status',
  ]),
  sort: ['-id'],
})

export default {
  listPayoutAccounts: operation('GET /payout-accounts', 'ReadPayoutAccounts', accounts.list),
  readPayoutAccount: operation('GET /payout-accounts/{id}', 'ReadPayoutAccount', accounts.read),
  searchPayoutAccounts: operation(
    'POST /payout-accounts/search',
    'SearchPayoutAccounts',
    accounts.search,
  ),

  createPayoutAccount: operation('POST /payout-accounts', 'CreatePayoutAccounts', {
    summary: 'Say where an account is paid out to, by two people',
    body: createPayoutAccountInput,
    shows: payoutAccountView,
    confirms: true,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'BANK_ACCOUNT_REVOKED', 'PAYOUT_ACCOUNT_UNFIT'],
  }).handle(({ unit, body }) => createPayoutAccount(unit, body)),

  updatePayoutAccount: operation('PUT /payout-accounts/{id}', 'UpdatePayoutAccounts', {
    summary: 'Verify or change by two people; or disable',
    body: updatePayoutAccountInput,
    shows: payoutAccountView,
    confirms: true,
    refuses: [
      ...lifeOfPayoutAccount.refusals('verify', 'disable'),
      'NOT_FOUND',
      'BANK_ACCOUNT_REVOKED',
      'PAYOUT_ACCOUNT_UNFIT',
    ],
  }).handle(({ unit, params, body }) => updatePayoutAccount(unit, params.id, body)),
} satisfies Room
