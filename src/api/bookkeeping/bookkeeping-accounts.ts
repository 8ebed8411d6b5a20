import { z } from 'zod'
import { balancesAt, type Moment } from '../../activities/bookkeeping/balances-at.ts'
import { calculateBalance } from '../../activities/bookkeeping/calculate-balance.ts'
import { createAccount, createAccountInput } from '../../activities/bookkeeping/create-account.ts'
import { updateAccount, updateAccountInput } from '../../activities/bookkeeping/update-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerTypes } from '../../domain/bookkeeping/ledger.ts'
import { decimal } from '../../domain/money.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { exampleId } from '../../entities/ids.ts'
import { collection } from '../../kernel/read/collection.ts'
import { askedDay, askedInstant, id } from '../../kernel/read/fields.ts'
import { exact, instants, text } from '../../kernel/read/filter.ts'
import { shownAll, shownOne } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown } from '../../kernel/read/amounts.ts'
import { accountView } from './views.ts'

const accounts = collection(BookkeepingAccount, {
  noun: ['bookkeeping account', 'bookkeeping accounts'],
  shows: accountView,
  filters: {
    number: text(),
    name: text(),
    clientId: exact(id('Client')),
    ownerType: exact(z.enum(ownerTypes)),
    createdAt: instants(),
  },
  sort: ['number', 'name', 'createdAt'],
})

/** The day up to which postings count, and the instant by which they were recorded. */
const moment = { asOf: askedDay.optional(), knownAt: askedInstant.optional() }

/** The balances that accounts had then, where a moment is asked for. */
const shownAt = ({ asOf, knownAt }: Moment) => ({
  ...accountView,
  facts: async (unit: Unit, accounts: readonly BookkeepingAccount[]) => {
    if (asOf === undefined && knownAt === undefined) return undefined
    const ids = accounts.map((account) => account.id)
    const balances = await balancesAt(unit, ids, { asOf, knownAt })
    const at = knownAt === undefined ? null : new Date(knownAt).toISOString()
    const then = accounts.map(({ id: of, balanceAsOf }) => {
      const balance = balances.get(of) ?? 0n
      return [of, { balance, asOf: asOf ?? balanceAsOf ?? null, knownAt: at }] as const
    })
    return new Map(then)
  },
})

const newAccount = {
  number: '3911',
  name: 'Rent of machines',
  type: 'INCOME',
  currency: 'SEK',
  clientId: exampleId('Client'),
} as const

export default {
  listBookkeepingAccounts: operation('GET /bookkeeping-accounts', 'ReadBookkeepingAccounts', {
    ...accounts.list,
    summary: 'List bookkeeping accounts; balances as of a day, as known at an instant',
    query: accounts.list.query.extend(moment),
    handle: async ({ unit, query }) => {
      const page = await accounts.found(unit, query)
      return { ...page, data: await shownAll(unit, shownAt(query as Moment), page.data) }
    },
  }),

  searchBookkeepingAccounts: operation(
    'POST /bookkeeping-accounts/search',
    'SearchBookkeepingAccounts',
    accounts.search,
  ),

  readBookkeepingAccount: operation('GET /bookkeeping-accounts/{id}', 'ReadBookkeepingAccount', {
    summary: 'Read a bookkeeping account; its balance as of a day, as known at an instant',
    query: z.strictObject(moment),
    returns: accountView.schema,
  }).handle(async ({ unit, params, query }) =>
    shownOne(unit, shownAt(query), await unit.load(BookkeepingAccount, params.id)),
  ),

  createBookkeepingAccount: operation('POST /bookkeeping-accounts', 'CreateBookkeepingAccount', {
    summary: "Create a bookkeeping account; in a client's book, or in the tenant's own",
    body: createAccountInput.meta({ example: newAccount }),
    shows: accountView,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createAccount(unit, body)),

  updateBookkeepingAccount: operation(
    'PUT /bookkeeping-accounts/{id}',
    'UpdateBookkeepingAccount',
    {
      summary: 'Change a bookkeeping account; its number, type and currency stay',
      body: updateAccountInput.meta({ example: { name: 'Rent of machines', active: true } }),
      shows: accountView,
      refuses: ['ALREADY_EXISTS', 'CONTROL_ACCOUNT_IN_USE'],
    },
  ).handle(({ unit, params, body }) => updateAccount(unit, params.id, body)),

  calculateBalanceOfBookkeepingAccount: operation(
    'PUT /bookkeeping-accounts/{id}/calculate-balance',
    'CalculateBalanceBookkeepingAccounts',
    {
      summary: 'Calculate the balance from the postings; a difference leaves an errand',
      returns: accountView.schema
        .extend({
          before: amountShown,
          after: amountShown,
          drift: amountShown,
        })
        .meta({ id: 'BookkeepingAccountCalculated' }),
      shows: showCalculated,
    },
  ).handle(({ unit, params }) => calculateBalance(unit, params.id)),
} satisfies Room

function showCalculated({ account, before }: Awaited<ReturnType<typeof calculateBalance>>) {
  const { balance, currency } = account
  return {
    ...accountView.show(account),
    before: decimal(before, currency),
    after: decimal(balance, currency),
    drift: decimal(balance - before, currency),
  }
}
