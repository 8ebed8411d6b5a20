import { z } from 'zod'
import { enterTransaction } from '../../activities/clients/accounts/enter-transaction.ts'
import { counterRoles } from '../../domain/bookkeeping/chart.ts'
import { clientAccountTransactionTypes } from '../../domain/bookkeeping/ledger.ts'
import { ClientAccountTransaction } from '../../entities/client-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, name, sentDay } from '../../kernel/read/fields.ts'
import { dates, exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { clientAccountTransactionView, signedAmountSent } from './account-views.ts'

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

/** What the tenant's book has on the other side; each says what the client's book mirrors. */
const counterRole = z.enum(Object.keys(counterRoles)).meta({
  example: 'BANK',
  description:
    'The account on the other side: BANK, money that came or went; SETTLEMENT, a partner or ' +
    'another client; FEE_REV, FIN_REV and COLLECTION_REV, a fee or its refund; CREDIT_LOSS, at ' +
    'the cost of the tenant; ROUNDING, a small difference.',
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
      summary: 'Enter a transaction by hand; above zero the client gets it',
      body: z.strictObject({
        clientAccountId: id('ClientAccount'),
        amount: signedAmountSent,
        counterRole,
        text: name(500),
        bookDate: sentDay.optional(),
      }),
      shows: clientAccountTransactionView,
      refuses: ['ACCOUNT_MISSING', 'BALANCE_TOO_SMALL', 'NOT_FOUND', 'PERIOD_LOCKED'],
    },
  ).handle(({ unit, body }) => enterTransaction(unit, body)),
} satisfies Room
