import { netOfOpen } from '../../../domain/bookkeeping/doubtful.ts'
import { vatInBaseCurrency } from '../../../domain/bookkeeping/exchange-rates.ts'
import { invoiceClaim } from '../../../domain/bookkeeping/ledger.ts'
import { laterOf } from '../../../domain/bookkeeping/reversal-day.ts'
import { isBought } from '../../../domain/factoring/financing-status.ts'
import {
  beforeStop,
  lifeOfInvoice,
  lifeOfLedgerEvent,
  resumed,
  suspended,
} from '../../../domain/invoices/transitions.ts'
import { larger } from '../../../domain/money.ts'
import { BankruptClaim } from '../../../entities/bankrupt-claim.ts'
import type { FinancialEvent } from '../../../entities/financial-event.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../../entities/invoice-ledger-event.ts'
import { heldRows, setForm, type Made } from '../../../kernel/write/set-form.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { addLedgerEvent } from '../../bookkeeping/add-ledger-event.ts'
import { bookOrRequest, type EventDraft } from '../../bookkeeping/book.ts'
import { reversalsOf } from '../../bookkeeping/reverse-event.ts'
import { followFilings, leaveToFile } from './file-claim.ts'
import { earlierOf } from './interest-pause.ts'
import { forBankruptcy, readBankrupts, type Bankrupt, type Bankrupts } from './read-bankrupt.ts'

/** How a claim ought to stand among the doubtful ones; null where it ought not. */
interface Doubtful {
  debtor: Bankrupt
  amount: bigint
  net: bigint
  creditLinks: number
}

/** Null where it stands as it ought to. */
type Change = { stands: Doubtful | null; claim: BankruptClaim | undefined } | null

/** What was booked of it is taken back, and what it is now is booked. */
interface Booking {
  taken: readonly FinancialEvent[]
  draft: EventDraft | null
}

/**
 * Makes of each claim what the bankruptcy of its debtor, or its end, means for it: as often as it
 * is asked, and whatever has changed meanwhile.
 */
export const followClaims = setForm<Invoice, object, Bankrupts, Change, Booking | null>({
  ...heldRows(Invoice),
  read: readBankrupts,
  rule: changeOf,
  write(unit, invoice, change, facts) {
    if (change === null) return null
    const { stands, claim } = change
    if (stands === null) return release(unit, invoice, claim!, facts)
    return stand(unit, invoice, stands, claim ?? stop(unit, invoice, stands, facts), facts)
  },
  finish: finishAll,
})

function changeOf(invoice: Invoice, facts: Bankrupts): Change {
  const claim = facts.claims.get(invoice.id)
  const stands = standingOf(invoice, facts)
  if (stands === null) return claim === undefined ? null : { stands, claim }
  const isKnown =
    claim?.systemDebtorId === stands.debtor.id &&
    claim.bankruptcyDate === stands.debtor.bankruptcyDate &&
    claim.creditLinks === stands.creditLinks &&
    hasBooked(claim, stands)
  if (isKnown || (claim === undefined && invoice.balance <= 0n)) return null
  return { stands, claim }
}

const hasBooked = (claim: BankruptClaim, { amount, net }: Doubtful) =>
  claim.doubtful === amount && claim.doubtfulNet === net

/** What is delivered after the bankruptcy its estate owes, and is paid in full. */
function standingOf(
  invoice: Invoice,
  { debtors, credits, creditLinks }: Bankrupts,
): Doubtful | null {
  const debtor = debtors.get(invoice.debtorId)
  const arose = invoice.deliveryDate ?? invoice.invoiceDate
  if (debtor === undefined || invoice.bookedDate == null || arose > debtor.bankruptcyDate)
    return null
  const { balance, paidAmount, creditedAmount, writtenOffAmount } = invoice
  const amount = isBought(invoice) ? 0n : larger(balance, 0n)
  const whole = balance + paidAmount + creditedAmount + writtenOffAmount
  const invoiced = { amount: whole, vat: vatInBaseCurrency(invoice) }
  const net = netOfOpen(amount, invoiced, credits.get(invoice.id))
  return { debtor, amount, net, creditLinks: creditLinks.get(invoice.id)?.length ?? 0 }
}

/** Interest runs to the day of the bankruptcy; reminders and collection end. */
function stop(unit: Unit, invoice: Invoice, { debtor }: Doubtful, facts: Bankrupts) {
  const stops = lifeOfInvoice.may(invoice.mainStatus, 'stop')
  const { interestPausedFrom = null } = invoice
  const claim = unit.add(BankruptClaim, {
    invoiceId: invoice.id,
    systemDebtorId: debtor.id,
    bankruptcyDate: debtor.bankruptcyDate,
    clientId: invoice.clientId,
    number: 0,
    stopped: stops,
    interestPausedFrom,
    currency: invoice.baseCurrency,
    doubtful: 0n,
    doubtfulNet: 0n,
    creditLinks: 0,
  })
  if (stops) unit.update(Invoice, invoice, suspended(invoice, 'stop'))
  turn(unit, facts.steps.get(invoice.id), 'skip')
  if (stops) addLedgerEvent(unit, invoice, 'STOPPED', facts.today, forBankruptcy)
  return claim
}

/** What is doubtful of it is booked anew, each time under the next number. */
function stand(
  unit: Unit,
  invoice: Invoice,
  stands: Doubtful,
  claim: BankruptClaim,
  facts: Bankrupts,
): Booking {
  const { debtor, amount, net, creditLinks } = stands
  const interestPausedFrom = earlierOf(claim.interestPausedFrom, debtor.bankruptcyDate)
  unit.update(Invoice, invoice, { interestPausedFrom })
  const { id: systemDebtorId, bankruptcyDate } = debtor
  Object.assign(claim, { systemDebtorId, bankruptcyDate, creditLinks })
  if (hasBooked(claim, stands)) return { taken: [], draft: null }
  const booked = facts.booked.get(invoice.id) ?? []
  const number = booked.length + 1
  Object.assign(claim, { number, doubtful: amount, doubtfulNet: net })
  const day = facts.openDay(invoice.clientId)
  return { taken: inForceOf(booked), draft: amount === 0n ? null : draftOf(invoice, claim, day) }
}

const inForceOf = (events: readonly FinancialEvent[]) =>
  events.filter(({ reversedById }) => reversedById == null)

function release(unit: Unit, invoice: Invoice, claim: BankruptClaim, facts: Bankrupts): Booking {
  // What a person has moved meanwhile stays where it is.
  const resumes = claim.stopped && invoice.mainStatus === 'STOPPED'
  const wasStopped = claim.stopped && !resumes && invoice.pausedFrom === 'STOPPED'
  unit.update(Invoice, invoice, {
    ...(resumes && resumed(invoice, 'resume')),
    // One that was closed meanwhile opens again as if it had not been stopped.
    ...(wasStopped && { pausedFrom: beforeStop(invoice, facts.steps.get(invoice.id) ?? []) }),
    interestPausedFrom: claim.interestPausedFrom ?? null,
  })
  if (invoice.balance > 0n) turn(unit, facts.steps.get(invoice.id), 'restore')
  if (resumes) addLedgerEvent(unit, invoice, 'RESUMED', facts.today, 'The debtor is not bankrupt')
  unit.remove(claim)
  return { taken: inForceOf(facts.booked.get(invoice.id) ?? []), draft: null }
}

function turn(
  unit: Unit,
  steps: readonly InvoiceLedgerEvent[] = [],
  verb: 'skip' | 'restore',
): void {
  for (const step of steps) {
    if (!lifeOfLedgerEvent.may(step.status, verb)) continue
    const status = lifeOfLedgerEvent.move(step.status, verb)
    const comment = verb === 'skip' ? forBankruptcy : ''
    unit.update(InvoiceLedgerEvent, step, { status, comment })
  }
}

/** The claim stands among the doubtful ones, and what may be lost of it is provided for (P16). */
function draftOf(
  invoice: Invoice,
  { doubtful, doubtfulNet, number }: BankruptClaim,
  bookDate: string,
): EventDraft {
  return {
    type: 'DOUBTFUL',
    claim: invoiceClaim(invoice.id),
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    amount: 0n,
    currency: invoice.baseCurrency,
    bookDate,
    sourceKey: `doubtful/${invoice.id}/${number}`,
    sourceType: 'Invoice',
    sourceId: invoice.id,
    text: `Invoice ${invoice.invoiceNumber} doubtful`,
    facts: { variant: 'DOUBTFUL', amount: String(doubtful), net: String(doubtfulNet) },
  }
}

type Followed = Made<Invoice, Change, Booking | null>

async function finishAll(unit: Unit, made: readonly Followed[], facts: Bankrupts): Promise<void> {
  const bookings = made.flatMap(({ result }) => result ?? [])
  if (bookings.length > 0) await bookAll(unit, bookings)
  await fileAll(unit, made, facts)
  await endAskedOf(unit, made)
  if (bookings.length > 0) await settleFilings(unit, made)
}

/** Its payers are asked for nothing more, by whatever rail. */
async function endAskedOf(unit: Unit, made: readonly Followed[]): Promise<void> {
  const stopped = made.filter(({ change }) => change?.stands != null).map(({ thing }) => thing.id)
  if (stopped.length === 0) return
  const { requests } = unit.runtime.registered
  requests.end(unit, await requests.openOn(unit, stopped))
}

async function bookAll(unit: Unit, bookings: readonly Booking[]): Promise<void> {
  const reversals = await reversalsOf(
    unit,
    bookings.flatMap(({ taken }) => taken),
  )
  const takenOn = new Map(reversals.map(({ claim, bookDate }) => [claim?.id, bookDate]))
  const drafts = bookings.flatMap(({ draft }) => draft ?? [])
  const onDays = drafts.map((draft) => {
    const after = takenOn.get(draft.claim?.id) ?? draft.bookDate
    return { ...draft, bookDate: laterOf(draft.bookDate, after) }
  })
  await bookOrRequest(unit, [...reversals, ...onDays])
}

/** Once for each client of a debtor, however many its claims are. */
async function fileAll(
  unit: Unit,
  made: readonly Followed[],
  { debtors, claims }: Bankrupts,
): Promise<void> {
  const standing = made.filter(
    ({ thing, change }) => change?.stands ?? (change === null && claims.has(thing.id)),
  )
  const ofClients = Map.groupBy(
    standing,
    ({ thing }) => `${debtors.get(thing.debtorId)?.id} ${thing.clientId}`,
  )
  for (const some of ofClients.values()) {
    const { debtorId, clientId } = some[0]!.thing
    const debtor = debtors.get(debtorId)
    const isNew = some.some(({ change }) => change !== null && change.claim === undefined)
    if (debtor !== undefined) await leaveToFile(unit, debtor, clientId, isNew)
  }
}

async function settleFilings(unit: Unit, made: readonly Followed[]): Promise<void> {
  const ids = made.flatMap(({ change }) => [
    change?.stands?.debtor.id ?? [],
    change?.claim?.systemDebtorId ?? [],
  ])
  await followFilings(unit, made.length, ids.flat())
}
