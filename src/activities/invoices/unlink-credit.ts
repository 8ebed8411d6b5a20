import { z } from 'zod'
import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import { laterOf, refuseAfter, refuseBefore } from '../../domain/bookkeeping/reversal-day.ts'
import { reserveLetGo } from '../../domain/factoring/recourse.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { sum } from '../../domain/money.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { openDayFor, reversalsOf } from '../bookkeeping/reverse-event.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { financierAt, lowerAsked, raiseFunding } from '../factoring/follow-claim.ts'
import { hold } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { applyToInvoice } from './apply-events.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { freeOf } from './link-credit.ts'
import { refuseReversed } from './refuse-reversed.ts'
import { settleStatus } from './settle-status.ts'
import { code, sentDay } from '../../kernel/read/fields.ts'

/** The reason and text of a reversal. */
export const takenBackInput = z
  .strictObject({ reasonCode: code.optional(), bookDate: sentDay.optional() })
  .meta({ example: { reasonCode: 'LATE_DELIVERY' } })
  .prefault({})
export type TakenBack = z.output<typeof takenBackInput>

/** Reverses both sides of a link; either of them may be named. A large one takes two people. */
export async function unlinkCredit(
  unit: Unit,
  eventId: string,
  wanted: TakenBack,
): Promise<FinancialEvent[] | Pending> {
  const named = await unit.load(FinancialEvent, { id: eventId, claimType: 'INVOICE' })
  if (named.type !== 'CREDIT_LINK') {
    refuse('EVENT_NOT_REVERSIBLE', { detail: `It is no link of a credit note, but ${named.type}.` })
  }
  return secondForReversal(unit, named, wanted) ?? unlinkNow(unit, named, wanted)
}

/** Whichever verb takes an event back, it is the same to a second person. */
export function secondForReversal(
  unit: Unit,
  { id, clientId = null, amount: minor, currency }: FinancialEvent,
  wanted: TakenBack,
): Pending | undefined {
  return requireSecond(unit, {
    topic: 'REVERSE_FINANCIAL_EVENT',
    subject: { type: 'FinancialEvent', id, clientId },
    payload: wanted,
    amount: { minor, currency },
  })
}

/** What says of a claim who bears what of it. */
const bearing = [
  'CREDIT_LINK',
  'DILUTION',
  'FX_DIFFERENCE',
  'FINANCED',
  'RECOURSE',
  'RESERVE_RELEASED',
] as const

export async function unlinkNow(
  unit: Unit,
  named: FinancialEvent,
  wanted: TakenBack,
): Promise<FinancialEvent[]> {
  await knownReason(unit, wanted.reasonCode)
  const { linkId, creditId, debitId } = named.facts as Record<string, string | undefined>
  const ids = [creditId ?? '', debitId ?? '']
  hold(unit, Invoice, ids)
  const events = await unit.all(FinancialEvent, {
    claimId: { $in: ids },
    type: { $in: [...bearing, 'REFINANCED'] },
  })
  const ofLink = events.filter(({ facts }) => facts['linkId'] === linkId)
  await refuseReversed(unit, ofLink)
  refuseBefore(named.bookDate, wanted.bookDate, '/bookDate')
  const links = ofLink.filter(({ type }) => type === 'CREDIT_LINK')
  const invoices = await unit.all(Invoice, { id: { $in: ids } })
  const dilution = ofLink.find(({ type }) => type === 'DILUTION')
  const difference = ofLink.find(({ type }) => type === 'FX_DIFFERENCE')
  const debit = invoices.find(({ id }) => id === debitId) ?? notFound()
  const recourses = events.filter(({ type }) => type === 'RECOURSE')
  guardDilution(dilution, debit, recourses)
  const today = await unit.today()
  refuseAfter(await openDayFor(unit, dilution ?? difference ?? named), wanted.bookDate, '/bookDate')
  const raised = { debit, amount: (difference?.amount ?? 0n) - given(links) }
  const borne = BigInt(String(dilution?.facts['fromRefinancing'] ?? '0'))
  const financier = financierAt(events, named.id)
  const funding = await raiseFunding(unit, [{ ...raised, borne, financier }], today)
  if (difference !== undefined) {
    const { currency, amount } = difference
    await addToDebtors(unit, [{ debtorId: debit.debtorId, currency, amount: -amount }])
  }
  const used = dilution === undefined ? 0n : raised.amount
  const reserved = await lowerAsked(unit, [raised])
  await freeOf(unit, debit, used, reserved.get(debit.id) ?? 0n)
  // The debit owes again, whatever had let go of its reserve.
  const letGo = reserveLetGo(events.filter(({ claimId }) => claimId === debitId))
  hold(
    unit,
    FinancialEvent,
    [...new Set([...ofLink, ...letGo])].map(({ id }) => id),
  )
  const drafts = links.map((link) =>
    unlinking(link, wanted.bookDate ?? laterOf(today, named.bookDate), wanted.reasonCode),
  )
  const others = [dilution, difference, ...letGo].filter((event) => event !== undefined)
  drafts.push(...(await reversalsOf(unit, others, wanted)))
  const made = await book(unit, [...drafts, ...funding])
  for (const link of links) {
    link.reversedById = made.find(({ reversesId }) => reversesId === link.id)?.id ?? null
  }
  for (const invoice of invoices) {
    applyToInvoice(unit, invoice, made)
    await settleStatus(unit, invoice, today)
  }
  return made
}

const given = (links: readonly FinancialEvent[]) =>
  sum(links.map(({ amount }) => (amount > 0n ? amount : 0n)))

/**
 * What the client bore is given back only while the debit is still bought as it was then; and what
 * was sold with the link upon it was bought for less, so that nobody has paid for the rest.
 */
function guardDilution(
  dilution: FinancialEvent | undefined,
  debit: Invoice,
  recourses: readonly FinancialEvent[],
): void {
  const soldAnew = dilution !== undefined && recourses.some(({ id }) => id > dilution.id)
  if (isBought(debit) === (dilution !== undefined) && !soldAnew) return
  const then = dilution === undefined ? 'not financed' : 'financed'
  const now = soldAnew && isBought(debit) ? 'financed anew' : debit.financingStatus
  refuse('EVENT_NOT_REVERSIBLE', {
    detail: `The debit was ${then} when it was linked, and is ${now} now.`,
  })
}

function unlinking(link: FinancialEvent, bookDate: string, reasonCode?: string): EventDraft {
  const side = link.amount < 0n ? 'debit' : 'credit'
  return {
    type: 'CREDIT_UNLINK',
    claim: invoiceClaim(link.claimId ?? ''),
    clientId: link.clientId ?? notFound(),
    debtorId: link.debtorId ?? '',
    component: 'CAPITAL',
    amount: -link.amount,
    currency: link.currency,
    bookDate,
    sourceKey: `credit-unlink/${String(link.facts['linkId'])}/${side}`,
    sourceType: 'FinancialEvent',
    sourceId: link.id,
    text: `Taken back: ${link.text}`.slice(0, 500),
    ...(reasonCode !== undefined && { reasonCode }),
    facts: link.facts,
    reversesId: link.id,
  }
}
