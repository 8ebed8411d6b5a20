import { invoiceClaim } from '../../../domain/bookkeeping/ledger.ts'
import {
  availableOn,
  isOfAccount,
  refuseBeyondAvailable,
} from '../../../domain/clients/accounts.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { lastDigits } from '../../../domain/clients/bank-account.ts'
import { decimal } from '../../../domain/money.ts'
import {
  creditOn,
  refuseBeyondCredit,
  type RefundAccount,
  type RefundWanted,
} from '../../../domain/payouts/refund.ts'
import { lifeOfPayout } from '../../../domain/payouts/payout.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientAccount } from '../../../entities/client-account.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { Payout } from '../../../entities/payout.ts'
import { lockKeys } from '../../../kernel/write/lock-key.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import { heldRows, setForm } from '../../../kernel/write/set-form.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book, type EventDraft } from '../../bookkeeping/book.ts'
import { amountToMove } from '../../clients/accounts/amount-in.ts'
import { boundOn } from '../../clients/accounts/bound-on.ts'
import { clientsBlockedAmong } from '../../clients/accounts/payouts-blocked.ts'
import { heldDebtors, type DebtorEffect } from '../../debtors/add-to-debtors.ts'
import { openDaysOf, type OpenDays } from '../../payments/booking-days.ts'
import { endAsked } from '../../invoices/settle-status.ts'
import { applyBooked, holdClaims, type Claims } from '../../payments/claims.ts'
import { refuseClient } from '../../payments/held-unplaced.ts'
import { accountToRefund } from './account-to-refund.ts'

interface Refunded {
  amount: bigint
  account: RefundAccount
}

/**
 * What a debtor has to its credit is paid back to it, out of its client's account (P10r): booked
 * at once, and a payout that waits for the bank. It takes two people.
 */
export async function refundClaim(
  unit: Unit,
  invoiceId: string,
  sent: RefundWanted,
  ofCreditNotes: boolean,
): Promise<Payout | Pending> {
  const wanted = await refundWanted(unit, invoiceId, sent, ofCreditNotes)
  const pending = secondForRefund(unit, invoiceId, wanted)
  return pending ?? refunding.one(unit, invoiceId, async () => () => wanted)
}

/** Whoever agrees to a client's request agrees to the refund that it comes to. */
export async function refundToAgree(
  unit: Unit,
  invoiceId: string,
  sent: RefundWanted,
): Promise<Pending | undefined> {
  return secondForRefund(unit, invoiceId, await refundWanted(unit, invoiceId, sent, false))
}

function secondForRefund(
  unit: Unit,
  invoiceId: string,
  { amount: minor, account, clientId, currency }: Wanted,
): Pending | undefined {
  const payload = { amount: decimal(minor, currency), currency, ...account }
  return requireSecond(unit, {
    topic: 'REFUND',
    subject: { type: 'Invoice', id: invoiceId, clientId },
    payload,
    told: { ...payload, number: lastDigits(account.number) },
    amount: { minor, currency },
  })
}

type Wanted = Refunded & { clientId: string; currency: string }

export async function refundWanted(
  unit: Unit,
  invoiceId: string,
  sent: RefundWanted,
  ofCreditNotes: boolean,
): Promise<Wanted> {
  const claim = await unit.load(Invoice, invoiceId)
  const { clientId, debtorId, baseCurrency: currency } = claim
  refuseClient(unit)
  const credit = creditOn(claim, ofCreditNotes)
  const { amount: text } = sent
  const amount = text === undefined ? credit : amountToMove(text, currency, '/amount')
  refuseBeyondCredit(amount, credit, currency)
  const account = await accountToRefund(unit, { debtorId, currency }, sent.account)
  return { amount, account, clientId, currency }
}

/** What is wanted of each claim, as far as that is not refused; asked once they are held. */
type Wanting = (unit: Unit, claims: readonly Invoice[]) => Promise<(claim: Invoice) => Refunded>

interface Facts {
  wanted: (claim: Invoice) => Refunded
  claims: Claims
  today: BusinessDate
  days: OpenDays
  addToDebtors: (effects: readonly DebtorEffect[]) => void
  payingFor: (claim: Invoice) => Paying | undefined
}

/** The account that pays, and what others of this unit have left there. */
interface Paying {
  account: ClientAccount
  available: bigint
}

interface Change extends Refunded {
  paying: Paying
}

/** Refunds of many claims are booked together; each takes what those before it have left. */
export const refunding = setForm<Invoice, Wanting, Facts, Change, Payout>({
  ...heldRows(Invoice),
  touches: ({ debtorId }) => [debtorId],
  async read(unit, held, wanting) {
    const clientIds = [...new Set(held.map(({ clientId }) => clientId))]
    const effects = held.map(({ debtorId, balance: amount, baseCurrency: currency }) => {
      return { debtorId, amount, currency }
    })
    const [wanted, claims, today, days] = await Promise.all([
      wanting(unit, held),
      holdClaims(
        unit,
        held.map(({ id }) => id),
      ),
      unit.today(),
      openDaysOf(unit, clientIds),
    ])
    const addToDebtors = await heldDebtors(unit, effects)
    return { wanted, claims, today, days, addToDebtors, payingFor: await payingFor(unit, held) }
  },
  rule(claim, { wanted, payingFor: payingOf }) {
    const refunded = wanted(claim)
    refuseBeyondCredit(refunded.amount, creditOn(claim, false), claim.baseCurrency)
    const paying = payingOf(claim)
    if (paying === undefined) {
      refuse('ACCOUNT_MISSING', { detail: `The client has no account in ${claim.baseCurrency}.` })
    }
    refuseBeyondAvailable(paying.account, paying.available, refunded.amount)
    return { ...refunded, paying }
  },
  write(unit, claim, change, { addToDebtors, today: plannedDate }) {
    const { debtorId, baseCurrency: currency } = claim
    const { amount, paying } = change
    addToDebtors([{ debtorId, amount, currency }])
    paying.available -= amount
    return addPayout(unit, claim, change, { paidFrom: paying.account, plannedDate })
  },
  async finish(unit, made, { claims, days, today }) {
    const drafts = made.map(({ thing: claim, result: payout }) =>
      refundDraft(claim, payout.amount, payout.id, days.placed(claim.clientId, today)),
    )
    const events = await book(unit, drafts)
    made.forEach(({ thing: claim }, at) => applyBooked(unit, claims, claim, [events[at]!], today))
    await endAsked(
      unit,
      made.map(({ thing }) => thing),
    )
    await blockWithOthers(
      unit,
      made.map(({ result }) => result),
    )
  },
})

function addPayout(
  unit: Unit,
  { id: claimId, clientId, debtorId, baseCurrency: currency, invoiceNumber }: Invoice,
  { amount, account }: Refunded,
  { paidFrom, plannedDate }: { paidFrom: ClientAccount; plannedDate: string },
): Payout {
  const payout = unit.insert(Payout, {
    clientId,
    clientAccountId: paidFrom.id,
    debtorId,
    claimId,
    amount,
    currency,
    plannedDate,
    payoutAccountId: null,
    payoutKind: account.kind,
    payoutNumber: account.number,
    payoutBic: account.bic,
    payoutHolder: account.holderName,
    remittanceText: invoiceNumber,
    reference: '',
    status: 'CREATED',
    createdBy: unit.principal.id,
  })
  unit.update(Payout, payout, { reference: payout.id })
  return payout
}

/** A finding of the monitoring waits for these locks, and then holds these payouts too. */
async function blockWithOthers(unit: Unit, payouts: readonly Payout[]): Promise<void> {
  const ofAccounts = payouts.filter(isOfAccount)
  const clientIds = [...new Set(ofAccounts.map(({ clientId }) => clientId))]
  await lockKeys(unit, 'payouts', clientIds)
  const blocked = await clientsBlockedAmong(unit, clientIds)
  for (const payout of ofAccounts) {
    if (!blocked.has(payout.clientId) || !lifeOfPayout.may(payout.status, 'block')) continue
    unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'block') })
  }
}

/** The client pays back what it has; the tenant advances nothing. */
async function payingFor(
  unit: Unit,
  claims: readonly Invoice[],
): Promise<(claim: Invoice) => Paying | undefined> {
  const clients = new Set(claims.map(({ clientId }) => clientId))
  const currencies = new Set(claims.map(({ baseCurrency }) => baseCurrency))
  const mains = `client_id = any($2) and currency = any($3) and type = 'MAIN'`
  const values = [[...clients], [...currencies]]
  const accounts = await unit.readEach(ClientAccount, mains, values, 'held')
  const bound = await boundOn(unit, accounts)
  const paying = accounts.map((account) => ({
    account,
    available: availableOn(account, bound.get(account.id) ?? 0n),
  }))
  return ({ clientId, baseCurrency }) =>
    paying.find(({ account: of }) => of.clientId === clientId && of.currency === baseCurrency)
}

function refundDraft(
  { id, clientId, debtorId, baseCurrency: currency, invoiceNumber }: Invoice,
  amount: bigint,
  refundId: string,
  bookDate: string,
): EventDraft {
  return {
    type: 'REFUND',
    claim: invoiceClaim(id),
    clientId,
    debtorId,
    component: 'CAPITAL',
    amount,
    currency,
    bookDate,
    sourceKey: `refund/${refundId}`,
    sourceType: 'Payout',
    sourceId: refundId,
    text: `${invoiceNumber} paid back`,
    facts: {},
  }
}
