import { enterSettlement, enterSettlementInput } from '../../activities/payouts/enter-settlement.ts'
import { SettlementAccountTransaction } from '../../entities/settlement-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { dates } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'

const transactionView = viewOf(SettlementAccountTransaction, [
  'id',
  'settlementAccountId',
  'type',
  'amount',
  'balanceAfter',
  'currency',
  'bookDate',
  'text',
  'financialEventId',
  'reversesId',
  'reversedById',
  'createdBy',
  'createdAt',
])

const transactions = collection(SettlementAccountTransaction, {
  noun: ['transaction of a settlement account', 'transactions of settlement accounts'],
  shows: transactionView,
  filters: {
    ...filtersOf(SettlementAccountTransaction, ['settlementAccountId', 'type']),
    bookDate: dates(),
  },
  sort: ['-id', 'bookDate'],
})

export default {
  listSettlementAccountTransactions: operation(
    'GET /settlement-account-transactions',
    'ReadSettlementAccountTransactions',
    transactions.list,
  ),
  searchSettlementAccountTransactions: operation(
    'POST /settlement-account-transactions/search',
    'SearchSettlementAccountTransactions',
    transactions.search,
  ),
  readSettlementAccountTransaction: operation(
    'GET /settlement-account-transactions/{id}',
    'ReadSettlementAccountTransaction',
    transactions.read,
  ),

  createSettlementAccountTransaction: operation(
    'POST /settlement-account-transactions',
    'CreateSettlementAccountTransactions',
    {
      summary: 'Enter what is settled with a partner, by two people; above zero they owe more',
      confirms: true,
      body: enterSettlementInput,
      shows: transactionView,
      refuses: ['ACCOUNT_MISSING', 'NOT_FOUND', 'PERIOD_LOCKED'],
    },
  ).handle(({ unit, body }) => enterSettlement(unit, body)),
} satisfies Room
