import { z } from 'zod'
import {
  createAccountSettings,
  createAccountSettingsInput,
  createPaymentAccount,
  createPaymentAccountInput,
  updateAccountSettings,
  updateAccountSettingsInput,
  updatePaymentAccount,
  updatePaymentAccountInput,
} from '../../activities/payments/payment-accounts.ts'
import { shownPaymentAccount } from '../../domain/payments/account.ts'
import { PaymentAccount } from '../../entities/payment-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const accountView = viewOf(
  PaymentAccount,
  [
    'id',
    'kind',
    'bic',
    'currency',
    'systemBankAccountId',
    'instanceProviderId',
    'clientId',
    'active',
    'versioned',
  ],
  {
    more: { number: z.string().meta({ example: '5050-1055' }) },
    show: ({ kind, number }) => ({ number: shownPaymentAccount(kind, number) }),
  },
)

const settingsView = viewOf(
  PaymentAccount,
  [
    'id',
    'clientId',
    'referenceLevel',
    'referenceLength',
    'furtherLength',
    'placesByReference',
    'versioned',
  ],
  { name: 'PaymentAccountSettings' },
)

const accounts = collection(PaymentAccount, {
  noun: ['payment account', 'payment accounts'],
  shows: accountView,
  filters: filtersOf(PaymentAccount, [
    'kind',
    'number',
    'currency',
    'clientId',
    'active',
    'systemBankAccountId',
  ]),
  sort: ['-id'],
})

const settings = collection(PaymentAccount, {
  noun: ['payment account and how its references are checked', 'settings of payment accounts'],
  shows: settingsView,
  filters: filtersOf(PaymentAccount, ['referenceLevel', 'clientId']),
  sort: ['-id'],
})

export const searchAccountSettings = settings.search

export default {
  listPaymentAccounts: operation('GET /payment-accounts', 'ReadPaymentAccounts', accounts.list),
  createPaymentAccount: operation('POST /payment-accounts', 'CreatePaymentAccount', {
    summary: 'Add an account that debtors pay to',
    body: createPaymentAccountInput,
    shows: accountView,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createPaymentAccount(unit, body)),
  readPaymentAccount: operation('GET /payment-accounts/{id}', 'ReadPaymentAccount', accounts.read),
  updatePaymentAccount: operation('PUT /payment-accounts/{id}', 'UpdatePaymentAccounts', {
    summary: 'Say at which bank account it sits, or take it out of use',
    body: updatePaymentAccountInput,
    shows: accountView,
  }).handle(({ unit, params, body }) => updatePaymentAccount(unit, params.id, body)),
  searchPaymentAccounts: operation(
    'POST /payment-accounts/search',
    'SearchPaymentAccounts',
    accounts.search,
  ),

  readPaymentAccountSettings: operation(
    'GET /payment-accounts/{id}/settings',
    'ReadPaymentAccount',
    settings.read,
  ),
  updatePaymentAccountSettings: operation(
    'PUT /payment-accounts/{id}/settings',
    'UpdatePaymentAccounts',
    {
      summary: 'Change how references to an account are read',
      body: updateAccountSettingsInput,
      shows: settingsView,
    },
  ).handle(({ unit, params, body }) => updateAccountSettings(unit, params.id, body)),
  createPaymentAccountSettings: operation(
    'POST /payment-accounts/settings',
    'CreatePaymentAccount',
    {
      summary: 'Say how references to an account are checked and read',
      body: createAccountSettingsInput,
      shows: settingsView,
      locate: ({ id }) => `/payment-accounts/${id}/settings`,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createAccountSettings(unit, body)),
} satisfies Room
