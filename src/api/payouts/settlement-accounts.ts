import { SettlementAccount } from '../../entities/settlement-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const accounts = collection(SettlementAccount, {
  noun: ['settlement account', 'settlement accounts'],
  shows: viewOf(SettlementAccount, [
    'id',
    'counterpartyType',
    'counterpartyCode',
    'currency',
    'balance',
    'versioned',
  ]),
  filters: filtersOf(SettlementAccount, ['counterpartyType', 'counterpartyCode', 'currency']),
  sort: ['id'],
})

export default {
  listSettlementAccounts: operation(
    'GET /settlement-accounts',
    'ReadSettlementAccounts',
    accounts.list,
  ),
  readSettlementAccount: operation(
    'GET /settlement-accounts/{id}',
    'ReadSettlementAccount',
    accounts.read,
  ),
  searchSettlementAccounts: operation(
    'POST /settlement-accounts/search',
    'SearchSettlementAccounts',
    accounts.search,
  ),
} satisfies Room
