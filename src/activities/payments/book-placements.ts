import { isBought } from '../../domain/factoring/financing-status.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { PaymentLink } from '../../entities/payment-link.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, readBeforeBooking, type EventDraft } from '../bookkeeping/book.ts'
import { heldDebtors } from '../debtors/add-to-debtors.ts'
import { lowerFunding } from '../factoring/follow-claim.ts'
import { freeLimitsOfClaims, isAtLimits } from '../factoring/free-limits-of-claims.ts'
import { endAsked } from '../invoices/settle-status.ts'
import type { OpenDays } from './booking-days.ts'
import { applyBooked, type Claims } from './claims.ts'
import {
  keptDrafts,
  partedIn,
  placementDrafts,
  receivedDraft,
  type Placement,
} from './placement-drafts.ts'

/** What links of payments book on what is no invoice. */
export const onTargets = (
  { targets }: Claims,
  all: readonly { payment: PaymentTransaction; links: readonly PaymentLink[] }[],
  days: OpenDays,
): EventDraft[] =>
  all.flatMap(({ payment, links }) =>
    links.flatMap((link) => targets.get(link.claimId)?.place({ payment, link, days }) ?? []),
  )

export interface Received {
  payment: PaymentTransaction
  bookDate: string
}

/**
 * Books what came in, and puts parts of it on their claims and beside them, in one booking: the end
 * of a verb. The rules have said yes.
 */
export async function bookPlacements(
  unit: Unit,
  received: readonly Received[],
  placements: readonly Placement[],
  claims: Claims,
  beside: readonly EventDraft[] = [],
): Promise<void> {
  const today = await unit.today()
  const parted = partedIn(claims, placements)
  const lowered = parted.map(({ invoice: debit, payment, bookDate, parts, rounded }) => ({
    debit,
    amount: (parts.get('CAPITAL') ?? 0n) + rounded,
    paid: { paymentId: payment.id, bookDate },
  }))
  const bought = lowered.filter(({ debit }) => isBought(debit))
  const { borne, drafts: funding } = await lowerFunding(unit, bought, today)
  const drafts = parted.flatMap((one, at) =>
    placementDrafts(one, claims, borne.get(lowered[at]!) ?? 0n),
  )
  const receipts = received.flatMap(({ payment, bookDate }) => [
    receivedDraft(payment, bookDate),
    ...keptDrafts(payment, bookDate),
  ])
  const all = [...receipts, ...drafts, ...beside, ...funding]
  // Debtors, limits, accounts: the first and the last go in one message where no limit is between.
  const placed = [...new Set(parted.map(({ invoice }) => invoice))]
  const [addToDebtors, before, asked] = await Promise.all([
    heldDebtors(unit, drafts),
    lowered.some(isAtLimits) ? undefined : readBeforeBooking(unit, all),
    placed.length === 0 ? [] : unit.runtime.registered.requests.openOn(unit, idsOf(placed)),
  ])
  addToDebtors(drafts)
  await freeLimitsOfClaims(unit, lowered)
  const events = await book(unit, all, before)
  const ofClaim = Map.groupBy(events, ({ claimId }) => claimId ?? '')
  for (const invoice of placed) {
    applyBooked(unit, claims, invoice, ofClaim.get(invoice.id) ?? [], today)
  }
  await endAsked(unit, placed, asked)
}

const idsOf = (invoices: readonly Invoice[]) => invoices.map(({ id }) => id)
