import { z } from 'zod'
import {
  enterTransaction,
  enterTransactionInput,
} from '../../activities/clients/accounts/enter-transaction.ts'
import { clientAccountTransactionTypes } from '../../domain/bookkeeping/ledger.ts'
import { ClientAccountTransaction } from '../../entities/client-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { dates, exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { clientAccountTransactionView } from './account-views.ts'

const transactions = collection(ClientAccountTransaction, {
  noun: ['transaction of a client account', 'transactions of client accounts'],
  shows: clientAccountTransactionView,
  filters: {
    clientAccountId: exact(id('ClientAccount')),
    clientId: exact(id('Client')),
    type: exact(z.enum(clientAccountTransactionTypes)),
    bookDate: dates(),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'bookDate'],
})

export default {
  listClientAccountTransactions: operation(
    'GET /client-account-transactions',
    'ReadClientAccountTransactions',
    transactions.list,
  ),
  searchClientAccountTransactions: operation(
    'POST /client-account-transactions/search',
    'SearchClientAccountTransactions',
    transactions.search,
  ),
  readClientAccountTransaction: operation(
    'GET /client-account-transactions/{id}',
    'ReadClientAccountTransaction',
    transactions.read,
  ),

  createClientAccountTransaction: operation(
    'POST /client-account-transactions',
    'CreateClientAccountTransaction',
    {
      summary: 'Enter a transaction by hand, by two people; above zero the client gets it',
      confirms: true,
      body: enterTransactionInput,
      shows: clientAccountTransactionView,
      refuses: [
        'ACCOUNT_MISSING',
        'BALANCE_TOO_SMALL',
        'CLIENT_CLOSED',
        'NOT_FOUND',
        'PERIOD_LOCKED',
      ],
    },
  ).handle(({ unit, body }) => enterTransaction(unit, body)),
} satisfies Room
