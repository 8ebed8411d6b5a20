import { z } from 'zod'
import { balancesAt, type Moment } from '../../activities/bookkeeping/balances-at.ts'
import { calculateBalance } from '../../activities/bookkeeping/calculate-balance.ts'
import { createAccount } from '../../activities/bookkeeping/create-account.ts'
import { updateAccount } from '../../activities/bookkeeping/update-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { accountRoles, roleOfFurtherRate } from '../../domain/bookkeeping/chart.ts'
import { accountTypes, ownerTypes } from '../../domain/bookkeeping/ledger.ts'
import { decimal } from '../../domain/money.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { collection } from '../../kernel/read/collection.ts'
import { askedDay, askedInstant, id, name } from '../../kernel/read/fields.ts'
import { exact, instants, text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { AccountView, amountText, showAccount } from './views.ts'
import { accountNumber, currencySent } from '../../kernel/read/amounts.ts'

const accounts = collection(BookkeepingAccount, {
  noun: ['bookkeeping account', 'bookkeeping accounts'],
  view: AccountView,
  show: showAccount,
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

type Shown = z.output<typeof AccountView>

/** The same accounts with the balances that they had then, where a moment is asked for. */
async function then(unit: Unit, shown: readonly Shown[], { asOf, knownAt }: Moment) {
  if (asOf === undefined && knownAt === undefined) return [...shown]
  const ids = shown.map((account) => account.id)
  const balances = await balancesAt(unit, ids, { asOf, knownAt })
  return shown.map((account) => ({
    ...account,
    balance: decimal(balances.get(account.id) ?? 0n, account.currency),
    balanceAsOf: asOf ?? account.balanceAsOf,
    balanceKnownAt: knownAt === undefined ? null : new Date(knownAt).toISOString(),
  }))
}

const noSuchRole = 'A role of the chart of accounts, or REVENUE_ or VAT_OUT_ with a rate'
const role = z
  .union([z.enum(accountRoles), z.string().regex(roleOfFurtherRate, noSuchRole)])
  .meta({ example: 'AR' })
const taxCode = z.string().trim().min(1).max(20)

export default {
  listBookkeepingAccounts: operation('GET /bookkeeping-accounts', 'ReadBookkeepingAccounts', {
    ...accounts.list,
    summary: 'List bookkeeping accounts; balances as of a day, as known at an instant',
    query: accounts.list.query.extend(moment),
    handle: async ({ unit, params, query }) => {
      const page = await accounts.list.handle({ unit, params, query, body: undefined })
      return { ...page, data: await then(unit, page.data, query as Moment) }
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
    returns: AccountView,
  }).handle(async ({ unit, params, query }) => {
    const account = await unit.load(BookkeepingAccount, params.id)
    const [shown] = await then(unit, [showAccount(account)], query)
    return shown as Shown
  }),

  createBookkeepingAccount: operation('POST /bookkeeping-accounts', 'CreateBookkeepingAccount', {
    summary: "Create a bookkeeping account; in a client's book, or in the tenant's own",
    body: z.strictObject({
      clientId: id('Client').optional(),
      number: accountNumber,
      name: name(200),
      type: z.enum(accountTypes),
      role: role.nullable().default(null),
      vatCode: taxCode.nullable().default(null),
      sruCode: taxCode.nullable().default(null),
      currency: currencySent.optional(),
      active: z.boolean().default(true),
    }),
    returns: AccountView,
    shows: showAccount,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createAccount(unit, body)),

  updateBookkeepingAccount: operation(
    'PUT /bookkeeping-accounts/{id}',
    'UpdateBookkeepingAccount',
    {
      summary: 'Change a bookkeeping account; its number, type and currency stay',
      body: z
        .strictObject({
          name: name(200),
          role: role.nullable(),
          vatCode: taxCode.nullable(),
          sruCode: taxCode.nullable(),
          active: z.boolean(),
        })
        .partial(),
      returns: AccountView,
      shows: showAccount,
      refuses: ['ALREADY_EXISTS', 'CONTROL_ACCOUNT_IN_USE'],
    },
  ).handle(({ unit, params, body }) => updateAccount(unit, params.id, body)),

  calculateBalanceOfBookkeepingAccount: operation(
    'PUT /bookkeeping-accounts/{id}/calculate-balance',
    'CalculateBalanceBookkeepingAccounts',
    {
      summary: 'Calculate the balance from the postings; a difference leaves an errand',
      returns: AccountView.extend({
        before: amountText,
        after: amountText,
        drift: amountText,
      }).meta({ id: 'BookkeepingAccountCalculated' }),
      shows: showCalculated,
    },
  ).handle(({ unit, params }) => calculateBalance(unit, params.id)),
} satisfies Room

function showCalculated({ account, before }: Awaited<ReturnType<typeof calculateBalance>>) {
  const { balance, currency } = account
  return {
    ...showAccount(account),
    before: decimal(before, currency),
    after: decimal(balance, currency),
    drift: decimal(balance - before, currency),
  }
}
