import {
  createBankAccount,
  createBankAccountInput,
} from '../../activities/clients/bank-accounts/create-bank-account.ts'
import { deleteBankAccount } from '../../activities/clients/bank-accounts/end-bank-account.ts'
import {
  updateBankAccount,
  updateBankAccountInput,
} from '../../activities/clients/bank-accounts/update-bank-account.ts'
import { lifeOfBankAccount } from '../../domain/clients/bank-account.ts'
import { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { withNumbers } from './account-numbers.ts'

const bankAccountView = viewOf(
  ClientBankAccount,
  [
    'id',
    'clientId',
    'kind',
    'bic',
    'clearing',
    'holderName',
    'status',
    'verifiedBy',
    'verifiedAt',
    'versioned',
  ],
  withNumbers(ClientBankAccount),
)

const bankAccounts = collection(ClientBankAccount, {
  noun: ['bank account of a client', 'bank accounts of clients'],
  shows: bankAccountView,
  filters: filtersOf(ClientBankAccount, ['clientId', 'kind', 'status', 'createdAt']),
  sort: ['createdAt'],
})

export default {
  createClientBankAccount: operation('POST /client-bank-account', 'CreateClientBankAccount', {
    summary: 'Add a bank account of a client; two people verify it',
    body: createBankAccountInput,
    shows: bankAccountView,
    confirms: true,
    refuses: ['CLIENT_CLOSED', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createBankAccount(unit, body)),

  deleteClientBankAccount: operation(
    'DELETE /client-bank-account/{id}',
    'DeleteClientBankAccount',
    {
      names: { entity: ClientBankAccount },
      summary: 'Remove a bank account that nothing names',
    },
  ).handle(({ unit, params }) => deleteBankAccount(unit, params.id)),

  readClientBankAccount: operation(
    'GET /client-bank-account/{id}',
    'ReadClientBankAccount',
    bankAccounts.read,
  ),

  updateClientBankAccount: operation('PUT /client-bank-account/{id}', 'UpdateClientBankAccount', {
    summary: 'Change or verify a bank account, by two people; or revoke it with its profiles',
    body: updateBankAccountInput,
    shows: bankAccountView,
    confirms: true,
    refuses: ['ALREADY_EXISTS', ...lifeOfBankAccount.refusals('verify', 'revoke')],
  }).handle(({ unit, params, body }) => updateBankAccount(unit, params.id, body)),

  searchClientBankAccounts: operation(
    'POST /client-bank-account/search',
    'SearchClientBankAccount',
    bankAccounts.search,
  ),
} satisfies Room
