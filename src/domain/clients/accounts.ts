import { decimal, larger } from '../money.ts'
import { refuse } from '../refusal.ts'
import type { ClientAccountType } from '../bookkeeping/ledger.ts'

/** How often the available amount is paid out; with ON_REQUEST only when somebody asks for it. */
export const payoutSchedules = ['DAILY', 'WEEKLY', 'MONTHLY', 'ON_REQUEST'] as const

/** A client's balance, or what a debtor has to its credit. */
export const payoutTypes = ['CLIENT', 'DEBTOR_REFUND', 'PAYMENT_RETURN'] as const

/** Statuses of payouts that take of their account what is booked only later; as SQL as well. */
export const takingPayouts = ['CREATED', 'BLOCKED', 'IN_BATCH', 'AUTHORIZED', 'EXPORTED'] as const
export const takingText = takingPayouts.map((status) => `'${status}'`).join(', ')

interface WhatFor {
  claimId?: string | null | undefined
  returnId?: string | null | undefined
}

export function payoutTypeOf({ claimId, returnId }: WhatFor): (typeof payoutTypes)[number] {
  if (returnId != null) return 'PAYMENT_RETURN'
  return claimId == null ? 'CLIENT' : 'DEBTOR_REFUND'
}

/** Of the account of a client; what goes back to a payer without a claim is of none. */
interface OfAccount {
  clientId: string
  clientAccountId: string
}
type Maybe<T> = { [Field in keyof T]?: T[Field] | null | undefined }

export const isOfAccount = <P extends Maybe<OfAccount>>(payout: P): payout is P & OfAccount =>
  payout.clientAccountId != null

/** It takes its amount of the account, where what is paid back was booked as it was made. */
export const isToClient = <P extends Maybe<OfAccount> & WhatFor>(
  payout: P,
): payout is P & OfAccount => payoutTypeOf(payout) === 'CLIENT'

export interface AccountFacts {
  type: ClientAccountType
  currency: string
  balance: bigint
  minPayout?: bigint | null | undefined
  minBalance?: bigint | null | undefined
}

/** What can be taken from an account: not what is reserved, nor what has to stay. */
export function availableOn({ balance, minBalance }: AccountFacts, bound: bigint): bigint {
  return larger(0n, balance - bound - (minBalance ?? 0n))
}

export function refuseBeyondAvailable(
  { currency }: AccountFacts,
  available: bigint,
  amount: bigint,
): void {
  if (amount > 0n && amount <= available) return
  const detail = `${decimal(available, currency)} ${currency} is available.`
  refuse('BALANCE_TOO_SMALL', { detail })
}

/** How much is paid out: the amount asked for, or all that is available; more is refused. */
export function amountPaidOut(
  account: AccountFacts,
  available: bigint,
  asked: bigint | 'ALL',
): bigint {
  const { type, currency, minPayout } = account
  if (type !== 'MAIN') refuse('ACCOUNT_NOT_PAID_OUT', { detail: `This account is ${type}.` })
  const amount = asked === 'ALL' ? available : asked
  refuseBeyondAvailable(account, available, amount)
  if (minPayout != null && amount < minPayout) {
    const detail = `At least ${decimal(minPayout, currency)} ${currency} is paid out.`
    refuse('PAYOUT_TOO_SMALL', { detail })
  }
  return amount
}

export interface TransferFacts {
  from: { id: string; clientId: string; currency: string }
  to: { id: string; clientId: string; currency: string }
}

export function refuseOtherCurrency({ from, to }: TransferFacts): void {
  if (from.currency === to.currency) return
  const detail = `One account is in ${from.currency}, the other in ${to.currency}.`
  refuse('CURRENCIES_DIFFER', { detail })
}

export interface MovedFrom {
  amount: bigint
  currency: string
  isTakenBack: boolean
}

/** How much of a transaction is moved: the amount asked for, or all that is left of it. */
export function amountToMoveOn(
  { amount, currency, isTakenBack }: MovedFrom,
  moved: bigint,
  asked: bigint | undefined,
): bigint {
  if (amount <= 0n || isTakenBack) refuse('TRANSACTION_NOT_TRANSFERABLE')
  const left = larger(0n, amount - moved)
  const wanted = asked ?? left
  if (left > 0n && wanted <= left) return wanted
  return refuse('TRANSACTION_NOT_TRANSFERABLE', {
    detail: `${decimal(left, currency)} ${currency} of it has not been moved on.`,
  })
}
