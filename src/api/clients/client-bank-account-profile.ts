import {
  createProfile,
  createProfileInput,
  updateProfile,
  updateProfileInput,
} from '../../activities/clients/bank-accounts/profiles.ts'
import { Client } from '../../entities/client.ts'
import { ClientBankAccountProfile } from '../../entities/client-bank-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const profileView = viewOf(ClientBankAccountProfile, [
  'id',
  'clientId',
  'purpose',
  'currency',
  'clientBankAccountId',
  'versioned',
])

const profiles = collection(ClientBankAccountProfile, {
  noun: ['profile of a bank account', 'profiles of bank accounts'],
  shows: profileView,
  filters: filtersOf(ClientBankAccountProfile, [
    'clientId',
    'purpose',
    'currency',
    'clientBankAccountId',
  ]),
  sort: ['createdAt'],
})

export default {
  createClientBankAccountProfile: operation(
    'POST /client-bank-account-profile',
    'CreateClientBankAccount',
    {
      summary: 'Say to which bank account a client is paid in a currency',
      body: createProfileInput,
      shows: profileView,
      refuses: ['NOT_FOUND', 'BANK_ACCOUNT_REVOKED'],
    },
  ).handle(({ unit, body }) => createProfile(unit, body)),

  readClientBankAccountProfile: operation(
    'GET /client-bank-account-profile/{id}',
    'ReadClientBankAccount',
    profiles.read,
  ),

  updateClientBankAccountProfile: operation(
    'PUT /client-bank-account-profile/{id}',
    'UpdateClientBankAccount',
    {
      summary: 'Choose another of the bank accounts of the client',
      body: updateProfileInput,
      shows: profileView,
      refuses: ['BANK_ACCOUNT_REVOKED'],
    },
  ).handle(({ unit, params, body }) => updateProfile(unit, params.id, body)),

  listProfilesOfClient: operation(
    'GET /client-bank-account-profile/client/{clientId}',
    'ReadClientBankAccount',
    profiles.owned(Client, 'clientId'),
  ),

  searchClientBankAccountProfiles: operation(
    'POST /client-bank-account-profile/search',
    'SearchClientBankAccount',
    profiles.search,
  ),
} satisfies Room
