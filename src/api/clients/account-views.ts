import { z } from 'zod'
import { availableOn, payoutSchedules } from '../../domain/clients/accounts.ts'
import {
  clientAccountTransactionTypes,
  clientAccountTypes,
} from '../../domain/bookkeeping/ledger.ts'
import { currencies } from '../../domain/currencies.ts'
import { decimal } from '../../domain/money.ts'
import type { ClientAccount, ClientAccountTransaction } from '../../entities/client-account.ts'
import type { Payout } from '../../entities/payout.ts'
import { id, instant, showVersioned, versionedView } from '../../kernel/read/fields.ts'

export const currency = z.enum(currencies).meta({ example: 'SEK' })
export const day = z.iso.date().meta({ example: '2026-11-20' })
export const amountText = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,4})?$/, 'An amount in decimal notation, without a sign')
  .meta({ example: '12500.00' })
export const signedAmountText = z
  .string()
  .regex(/^-?\d{1,12}(?:\.\d{1,4})?$/, 'An amount in decimal notation')
  .meta({ example: '-250.00' })
const amountShown = z.string().meta({ example: '12500.00' })

export const ClientAccountView = z
  .object({
    id: id('ClientAccount'),
    clientId: id('Client'),
    type: z.enum(clientAccountTypes),
    currency: z.string().meta({ example: 'SEK' }),
    /** Above zero the client has it to its credit. */
    balance: amountShown,
    /** What can be paid out or transferred: less payouts asked for, what open claims hold back, and what has to stay. */
    available: amountShown,
    payoutAccountId: z.string().nullable(),
    payoutSchedule: z.string().nullable().meta({ example: payoutSchedules[0] }),
    minPayout: amountShown.nullable(),
    minBalance: amountShown.nullable(),
    ...versionedView,
  })
  .meta({ id: 'ClientAccount' })

export function showAccount(
  account: ClientAccount,
  bound: bigint,
): z.output<typeof ClientAccountView> {
  const { currency: of, minPayout, minBalance } = account
  return {
    id: account.id,
    clientId: account.clientId,
    type: account.type,
    currency: of,
    balance: decimal(account.balance, of),
    available: decimal(availableOn(account, bound), of),
    payoutAccountId: account.payoutAccountId ?? null,
    payoutSchedule: account.payoutSchedule ?? null,
    minPayout: minPayout == null ? null : decimal(minPayout, of),
    minBalance: minBalance == null ? null : decimal(minBalance, of),
    ...showVersioned(account),
  }
}

export const ClientAccountTransactionView = z
  .object({
    id: id('ClientAccountTransaction'),
    clientAccountId: id('ClientAccount'),
    clientId: id('Client'),
    type: z.enum(clientAccountTransactionTypes),
    amount: z.string().meta({ example: '-250.00' }),
    balanceAfter: amountShown,
    currency: z.string().meta({ example: 'SEK' }),
    bookDate: day,
    valueDate: day,
    financialEventId: id('FinancialEvent'),
    sourceType: z.string().meta({ example: 'INVOICE' }),
    sourceId: z.string(),
    text: z.string(),
    payoutId: id('Payout').nullable(),
    reversesId: id('ClientAccountTransaction').nullable(),
    reversedById: id('ClientAccountTransaction').nullable(),
    createdAt: instant,
  })
  .meta({ id: 'ClientAccountTransaction' })

export const showTransaction = (
  made: ClientAccountTransaction,
): z.output<typeof ClientAccountTransactionView> => ({
  id: made.id,
  clientAccountId: made.clientAccountId,
  clientId: made.clientId,
  type: made.type,
  amount: decimal(made.amount, made.currency),
  balanceAfter: decimal(made.balanceAfter, made.currency),
  currency: made.currency,
  bookDate: made.bookDate,
  valueDate: made.valueDate,
  financialEventId: made.financialEventId,
  sourceType: made.sourceType,
  sourceId: made.sourceId,
  text: made.text,
  payoutId: made.payoutId ?? null,
  reversesId: made.reversesId ?? null,
  reversedById: made.reversedById ?? null,
  createdAt: made.createdAt.toISOString(),
})

export const PayoutView = z
  .object({
    id: id('Payout'),
    clientId: id('Client'),
    clientAccountId: id('ClientAccount'),
    amount: amountShown,
    currency: z.string().meta({ example: 'SEK' }),
    plannedDate: day,
    reference: z.string(),
    status: z.enum(['CREATED', 'CANCELLED']),
    createdBy: z.string(),
    ...versionedView,
  })
  .meta({ id: 'Payout' })

export const showPayout = (payout: Payout): z.output<typeof PayoutView> => ({
  id: payout.id,
  clientId: payout.clientId,
  clientAccountId: payout.clientAccountId,
  amount: decimal(payout.amount, payout.currency),
  currency: payout.currency,
  plannedDate: payout.plannedDate,
  reference: payout.reference,
  status: payout.status,
  createdBy: payout.createdBy,
  ...showVersioned(payout),
})
