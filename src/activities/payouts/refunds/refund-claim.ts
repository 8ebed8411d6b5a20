import { invoiceClaim } from '../../../domain/bookkeeping/ledger.ts'
import { availableOn, refuseBeyondAvailable } from '../../../domain/clients/accounts.ts'
import { lastDigits } from '../../../domain/clients/bank-account.ts'
import { decimal } from '../../../domain/money.ts'
import {
  creditOn,
  refuseBeyondCredit,
  type RefundAccount,
  type RefundWanted,
} from '../../../domain/payouts/refund.ts'
import { lifeOfPayout } from '../../../domain/payouts/payout.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { ClientAccount } from '../../../entities/client-account.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { Payout } from '../../../entities/payout.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book, type EventDraft } from '../../bookkeeping/book.ts'
import { amountToMove } from '../../clients/accounts/amount-in.ts'
import { boundOnOne } from '../../clients/accounts/bound-on.ts'
import { arePayoutsBlocked } from '../../clients/accounts/payouts-blocked.ts'
import { addToDebtors } from '../../debtors/add-to-debtors.ts'
import { openDaysOf } from '../../payments/booking-days.ts'
import { endAsked } from '../../invoices/settle-status.ts'
import { applyBooked, holdClaims } from '../../payments/claims.ts'
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
  const { amount: minor, account, clientId, currency } = wanted
  const payload = { amount: decimal(minor, currency), currency, ...account }
  const pending = requireSecond(unit, {
    topic: 'REFUND',
    subject: { type: 'Invoice', id: invoiceId, clientId },
    payload,
    told: { ...payload, number: lastDigits(account.number) },
    amount: { minor, currency },
  })
  return pending ?? refundNow(unit, invoiceId, wanted)
}

export async function refundWanted(
  unit: Unit,
  invoiceId: string,
  sent: RefundWanted,
  ofCreditNotes: boolean,
): Promise<Refunded & { clientId: string; currency: string }> {
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

export async function refundNow(
  unit: Unit,
  invoiceId: string,
  refunded: Refunded,
): Promise<Payout> {
  const { amount } = refunded
  const claims = await holdClaims(unit, [invoiceId])
  const invoice = claims.invoices.get(invoiceId) ?? notFound()
  const { clientId, debtorId, baseCurrency: currency } = invoice
  refuseBeyondCredit(amount, creditOn(invoice, false), currency)
  const today = await unit.today()
  const days = await openDaysOf(unit, [clientId])
  await addToDebtors(unit, [{ debtorId, amount, currency }])
  const paidFrom = await accountThatPays(unit, invoice, amount)
  const payout = addPayout(unit, invoice, refunded, { paidFrom, plannedDate: today })
  const draft = refundDraft(invoice, amount, payout.id, days.placed(clientId, today))
  applyBooked(unit, claims, invoice, await book(unit, [draft]), today)
  await endAsked(unit, [invoice])
  await blockWithOthers(unit, payout)
  return payout
}

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

/** A finding of the monitoring waits for this lock, and then holds this payout too. */
async function blockWithOthers(unit: Unit, payout: Payout): Promise<void> {
  await lockKey(unit, 'payouts', payout.clientId)
  if (!(await arePayoutsBlocked(unit, payout.clientId))) return
  if (!lifeOfPayout.may(payout.status, 'block')) return
  unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'block') })
}

/** The client pays back what it has; the tenant advances nothing. */
async function accountThatPays(
  unit: Unit,
  { clientId, baseCurrency }: Invoice,
  amount: bigint,
): Promise<ClientAccount> {
  const main = `client_id = $2 and currency = $3 and type = 'MAIN'`
  const [account] = await unit.readEach(ClientAccount, main, [clientId, baseCurrency], 'held')
  if (account === undefined) {
    refuse('ACCOUNT_MISSING', { detail: `The client has no account in ${baseCurrency}.` })
  }
  refuseBeyondAvailable(account, availableOn(account, await boundOnOne(unit, account)), amount)
  return account
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
