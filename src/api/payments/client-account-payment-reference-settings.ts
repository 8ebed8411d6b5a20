import {
  createAccountReferences,
  createAccountReferencesInput,
  updateFurtherReferences,
  updateReferencesInput,
} from '../../activities/clients/reference-settings.ts'
import { AccountReferenceSetting } from '../../entities/payment-reference-setting.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { accountReferencesView } from './reference-views.ts'

const facts = {
  noun: ['reference of a client account', 'references of client accounts'],
  shows: accountReferencesView,
  filters: filtersOf(AccountReferenceSetting, ['clientId', 'clientAccountId']),
  sort: ['-id'],
  only: { purpose: 'CLIENT_ACCOUNT' },
} as const
const settings = collection(AccountReferenceSetting, facts)
const byAccount = collection(AccountReferenceSetting, { ...facts, key: 'clientAccountId' })

export default {
  createAccountReferenceSetting: operation(
    'POST /client-account-payment-reference-settings',
    'CreateClientPaymentReferenceSettings',
    {
      summary: 'Give a client account a reference that is paid to it with',
      body: createAccountReferencesInput,
      shows: accountReferencesView,
      refuses: ['ALREADY_EXISTS', 'REFERENCE_PREFIX_TAKEN', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createAccountReferences(unit, body)),
  readAccountReferenceSetting: operation(
    'GET /client-account-payment-reference-settings/{id}',
    'GetClientPaymentReferenceSettings',
    settings.read,
  ),
  updateAccountReferenceSetting: operation(
    'PUT /client-account-payment-reference-settings/{id}',
    'UpdateClientPaymentReferenceSettings',
    {
      summary: 'Give a client account another reference',
      body: updateReferencesInput,
      shows: accountReferencesView,
      refuses: ['REFERENCE_PREFIX_TAKEN'],
    },
  ).handle(({ unit, params, body }) =>
    updateFurtherReferences(unit, 'CLIENT_ACCOUNT', params.id, body),
  ),
  readReferenceSettingOfAccount: operation(
    'GET /client-account-payment-reference-settings/client-account/{clientAccountId}',
    'GetClientPaymentReferenceSettings',
    byAccount.read,
  ),
  searchAccountReferenceSettings: operation(
    'POST /client-account-payment-reference-settings/search',
    'SearchClientPaymentReferenceSettings',
    settings.search,
  ),
} satisfies Room
