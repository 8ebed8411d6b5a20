import { z } from 'zod'
import {
  calculateBalance,
  type Calculated,
} from '../../activities/clients/accounts/calculate-balance.ts'
import {
  openAccount,
  openAccountInput,
  updateAccount,
  updateAccountInput,
} from '../../activities/clients/accounts/open-account.ts'
import { payOut, payOutInput } from '../../activities/clients/accounts/pay-out.ts'
import {
  transferFromTransaction,
  transferFromTransactionInput,
} from '../../activities/clients/accounts/transfer-transaction.ts'
import {
  transfer,
  transferInput,
  type Transferred,
} from '../../activities/clients/accounts/transfer.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { decimal } from '../../domain/money.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { exampleId } from '../../entities/ids.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { collection } from '../../kernel/read/collection.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown } from '../../kernel/read/amounts.ts'
import { clientAccountTransactionView, clientAccountView, payoutView } from './account-views.ts'

const accounts = collection(ClientAccount, {
  noun: ['client account', 'client accounts'],
  shows: clientAccountView,
  filters: filtersOf(ClientAccount, ['clientId', 'type', 'currency', 'createdAt']),
  sort: ['createdAt', 'type', 'currency'],
})

const calculatedView = {
  schema: clientAccountView.schema
    .extend({ before: amountShown, after: amountShown, drift: amountShown })
    .meta({ id: 'ClientAccountCalculated' }),
  facts: (unit: Unit, made: readonly Calculated[]) =>
    clientAccountView.facts(
      unit,
      made.map(({ account }) => account),
    ),
  show: ({ account, before }: Calculated, waiting: ReadonlyMap<string, bigint>) => ({
    ...clientAccountView.show(account, waiting),
    before: decimal(before, account.currency),
    after: decimal(account.balance, account.currency),
    drift: decimal(account.balance - before, account.currency),
  }),
}

const transferView = {
  schema: z
    .object({
      from: clientAccountView.schema,
      to: clientAccountView.schema,
      transactions: z.array(clientAccountTransactionView.schema),
    })
    .meta({ id: 'ClientAccountTransfer' }),
  facts: (unit: Unit, made: readonly Transferred[]) =>
    clientAccountView.facts(
      unit,
      made.flatMap(({ from, to }) => [from, to]),
    ),
  show: (made: Transferred, waiting: ReadonlyMap<string, bigint>) => ({
    from: clientAccountView.show(made.from, waiting),
    to: clientAccountView.show(made.to, waiting),
    transactions: made.transactions.map((row) => clientAccountTransactionView.show(row)),
  }),
}

const opened = {
  clientId: exampleId('Client'),
  type: 'MAIN',
  currency: 'EUR',
  payoutSchedule: 'WEEKLY',
  minPayout: '1000.00',
} as const

const createClientAccount = operation('POST /client-accounts', 'CreateClientAccount', {
  summary: 'Open a further account of a client',
  body: openAccountInput.meta({ example: opened }),
  shows: clientAccountView,
  refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
}).handle(({ unit, body }) => openAccount(unit, body))

const updateClientAccount = operation('PUT /client-accounts/{id}', 'UpdateClientAccount', {
  summary: 'Change how a client account is paid out',
  body: updateAccountInput,
  shows: clientAccountView,
  refuses: ['NOT_FOUND', 'BANK_ACCOUNT_REVOKED'],
}).handle(({ unit, params, body }) => updateAccount(unit, params.id, body))

const calculateBalanceOfClientAccount = operation(
  'PUT /client-accounts/{id}/calculate-balance',
  'CalculateBalanceClientAccounts',
  {
    summary: 'Calculate a balance from the transactions; a difference leaves an errand',
    shows: calculatedView,
  },
).handle(({ unit, params }) => calculateBalance(unit, params.id))

const payOutClientAccount = operation(
  'PUT /client-accounts/{id}/payout',
  'CreatePayoutForClientAccounts',
  {
    summary: 'Pay out what is available on a client account, or a part',
    body: payOutInput,
    shows: payoutView,
    refuses: [
      'ACCOUNT_NOT_PAID_OUT',
      'BALANCE_TOO_SMALL',
      'PAYOUT_ACCOUNT_COOLING_DOWN',
      'PAYOUT_ACCOUNT_MISSING',
      'PAYOUT_ACCOUNT_NOT_VERIFIED',
      'PAYOUT_ACCOUNT_UNFIT',
      'PAYOUT_NOT_POSSIBLE',
      'PAYOUT_TOO_SMALL',
    ],
  },
).handle(({ unit, params, body }) => payOut(unit, params.id, body))

const transferBetweenClientAccounts = operation(
  'PUT /client-accounts/transfer',
  'TransferBetweenClientAccounts',
  {
    summary: 'Transfer money between client accounts; to another client with a reason, by two',
    confirms: true,
    shows: transferView,
    body: transferInput,
    refuses: [
      'ACCOUNT_MISSING',
      'BALANCE_TOO_SMALL',
      'CLIENT_CLOSED',
      'CURRENCIES_DIFFER',
      'NOT_FOUND',
      'PERIOD_LOCKED',
    ],
  },
).handle(({ unit, body }) => transfer(unit, body))

const transferFromClientAccountTransaction = operation(
  'PUT /client-accounts/transfer-from-transaction',
  'TransferBetweenClientAccountsFromTransaction',
  {
    summary: 'Transfer what a transaction brought; all that is left of it by default',
    confirms: true,
    shows: transferView,
    body: transferFromTransactionInput,
    refuses: [
      'ACCOUNT_MISSING',
      'BALANCE_TOO_SMALL',
      'CLIENT_CLOSED',
      'CURRENCIES_DIFFER',
      'NOT_FOUND',
      'PERIOD_LOCKED',
      'TRANSACTION_NOT_TRANSFERABLE',
    ],
  },
).handle(({ unit, body }) => transferFromTransaction(unit, body))

export default {
  listClientAccounts: operation('GET /client-accounts', 'ReadClientAccounts', accounts.list),
  searchClientAccounts: operation(
    'POST /client-accounts/search',
    'SearchClientAccounts',
    accounts.search,
  ),

  readClientAccount: operation('GET /client-accounts/{id}', 'ReadClientAccount', {
    ...accounts.read,
    summary: 'Read a client account, its balance and what is available',
  }),

  createClientAccount,
  updateClientAccount,
  calculateBalanceOfClientAccount,
  payOutClientAccount,
  transferBetweenClientAccounts,
  transferFromClientAccountTransaction,
} satisfies Room
