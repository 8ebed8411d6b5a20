import { z } from 'zod'
import {
  calculateBalance,
  type Calculated,
} from '../../activities/clients/accounts/calculate-balance.ts'
import { boundOn, boundOnOne } from '../../activities/clients/accounts/bound-on.ts'
import { openAccount, withTerms } from '../../activities/clients/accounts/open-account.ts'
import { payOut } from '../../activities/clients/accounts/pay-out.ts'
import { transferFromTransaction } from '../../activities/clients/accounts/transfer-transaction.ts'
import { transfer, type Transferred } from '../../activities/clients/accounts/transfer.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { availableOn, payoutSchedules } from '../../domain/clients/accounts.ts'
import { clientAccountTypes } from '../../domain/bookkeeping/ledger.ts'
import { decimal, minorOf } from '../../domain/money.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, name, sentDay } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import {
  amountText,
  ClientAccountTransactionView,
  ClientAccountView,
  currency,
  PayoutView,
  showAccount,
  showPayout,
  showTransaction,
} from './account-views.ts'

const accounts = collection(ClientAccount, {
  noun: ['client account', 'client accounts'],
  view: ClientAccountView,
  show: (account) => showAccount(account, 0n),
  complete: lessBound,
  filters: {
    clientId: exact(id('Client')),
    type: exact(z.enum(clientAccountTypes)),
    currency: exact(currency),
    createdAt: instants(),
  },
  sort: ['createdAt', 'type', 'currency'],
})

type Shown = z.output<typeof ClientAccountView>

/** The same accounts, once it is known what payouts will take and claims hold back. */
async function lessBound(unit: Unit, shown: readonly Shown[]): Promise<Shown[]> {
  const bound = await boundOn(unit, shown)
  return shown.map((account) => {
    const { type, currency: of, minBalance } = account
    const facts = {
      type,
      currency: of,
      balance: minorOf(account.balance, of),
      minBalance: minBalance === null ? null : minorOf(minBalance, of),
    }
    const available = availableOn(facts, bound.get(account.id) ?? 0n)
    return { ...account, available: decimal(available, of) }
  })
}

const terms = {
  payoutSchedule: z.enum(payoutSchedules).nullable(),
  minPayout: amountText.nullable(),
  minBalance: amountText.nullable(),
}

const CalculatedView = ClientAccountView.extend({
  before: z.string().meta({ example: '12400.00' }),
  after: z.string().meta({ example: '12500.00' }),
  drift: z.string().meta({ example: '100.00' }),
}).meta({ id: 'ClientAccountCalculated' })

function showCalculated(calculated: Calculated): z.output<typeof CalculatedView> {
  const { account, before, bound } = calculated
  const { balance, currency: of } = account
  return {
    ...showAccount(account, bound),
    before: decimal(before, of),
    after: decimal(balance, of),
    drift: decimal(balance - before, of),
  }
}

const TransferView = z
  .object({
    from: ClientAccountView,
    to: ClientAccountView,
    transactions: z.array(ClientAccountTransactionView),
  })
  .meta({ id: 'ClientAccountTransfer' })

const showTransfer = (made: Transferred): z.output<typeof TransferView> => ({
  from: showAccount(made.from, made.bound.get(made.from.id) ?? 0n),
  to: showAccount(made.to, made.bound.get(made.to.id) ?? 0n),
  transactions: made.transactions.map(showTransaction),
})

const reason = name(500).optional()

const createClientAccount = operation('POST /client-accounts', 'CreateClientAccount', {
  summary: 'Open a further account of a client',
  body: z.strictObject({
    clientId: id('Client').optional(),
    type: z.enum(clientAccountTypes),
    currency,
    ...z.object(terms).partial().shape,
  }),
  returns: ClientAccountView,
  shows: (account: ClientAccount) => showAccount(account, 0n),
  refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
}).handle(({ unit, body }) => openAccount(unit, body))

const updateClientAccount = operation('PUT /client-accounts/{id}', 'UpdateClientAccount', {
  summary: 'Change when a client account is paid out, and what stays',
  body: z.strictObject(terms).partial(),
  returns: ClientAccountView,
  shows: ({ account, bound }: { account: ClientAccount; bound: bigint }) =>
    showAccount(account, bound),
}).handle(async ({ unit, params, body }) => {
  const account = withTerms(await unit.load(ClientAccount, params.id), body)
  return { account, bound: await boundOnOne(unit, account) }
})

const calculateBalanceOfClientAccount = operation(
  'PUT /client-accounts/{id}/calculate-balance',
  'CalculateBalanceClientAccounts',
  {
    summary: 'Calculate a balance from the transactions; a difference leaves an errand',
    returns: CalculatedView,
    shows: showCalculated,
  },
).handle(({ unit, params }) => calculateBalance(unit, params.id))

const payOutClientAccount = operation(
  'PUT /client-accounts/{id}/payout',
  'CreatePayoutForClientAccounts',
  {
    summary: 'Pay out what is available on a client account, or a part',
    body: z
      .strictObject({
        amount: z.union([amountText, z.literal('ALL')]).default('ALL'),
        payoutDate: sentDay.optional(),
      })
      .prefault({}),
    returns: PayoutView,
    shows: showPayout,
    refuses: [
      'ACCOUNT_NOT_PAID_OUT',
      'BALANCE_TOO_SMALL',
      'PAYOUT_NOT_POSSIBLE',
      'PAYOUT_TOO_SMALL',
    ],
  },
).handle(({ unit, params, body }) => payOut(unit, params.id, body))

const transferBetweenClientAccounts = operation(
  'PUT /client-accounts/transfer',
  'TransferBetweenClientAccounts',
  {
    summary: 'Transfer money between client accounts; to another client with a reason',
    returns: TransferView,
    shows: showTransfer,
    body: z.strictObject({
      fromId: id('ClientAccount'),
      toId: id('ClientAccount'),
      amount: amountText,
      text: name(500),
      reason,
    }),
    refuses: [
      'ACCOUNT_MISSING',
      'BALANCE_TOO_SMALL',
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
    returns: TransferView,
    shows: showTransfer,
    body: z.strictObject({
      transactionId: id('ClientAccountTransaction'),
      toId: id('ClientAccount'),
      amount: amountText.optional(),
      text: name(500).optional(),
      reason,
    }),
    refuses: [
      'ACCOUNT_MISSING',
      'BALANCE_TOO_SMALL',
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
    summary: 'Read a client account, its balance and what is available',
    returns: ClientAccountView,
  }).handle(async ({ unit, params }) => {
    const account = await unit.load(ClientAccount, params.id)
    return showAccount(account, await boundOnOne(unit, account))
  }),

  createClientAccount,
  updateClientAccount,
  calculateBalanceOfClientAccount,
  payOutClientAccount,
  transferBetweenClientAccounts,
  transferFromClientAccountTransaction,
} satisfies Room
