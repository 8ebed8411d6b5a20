import { isBought } from '../../domain/factoring/financing-status.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { limitsThere, type Limiting } from '../credit/lock-limits.ts'
import { freeLimitsOf } from '../credit/use-limits.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { lowerAsked, lowerFunding, type Lowered } from '../factoring/follow-claim.ts'
import { applyToInvoice } from '../invoices/apply-events.ts'
import { settleAfter } from '../invoices/settle-status.ts'
import type { Claims } from './claims.ts'
import {
  keptDrafts,
  partedIn,
  placementDrafts,
  receivedDraft,
  type Placement,
} from './placement-drafts.ts'

export interface Received {
  payment: PaymentTransaction
  bookDate: string
}

/**
 * Books what came in, and puts parts of it on their claims, in one booking: the end of a verb. The
 * rules have said yes.
 */
export async function bookPlacements(
  unit: Unit,
  received: readonly Received[],
  placements: readonly Placement[],
  claims: Claims,
): Promise<void> {
  const today = await unit.today()
  const parted = partedIn(claims, placements)
  const lowered = parted.map(({ invoice: debit, parts, rounded }) => ({
    debit,
    amount: (parts.get('CAPITAL') ?? 0n) + rounded,
  }))
  const bought = lowered.filter(({ debit }) => isBought(debit))
  const { borne, drafts: funding } = await lowerFunding(unit, bought, today)
  const drafts = parted.flatMap((one) =>
    placementDrafts(one, claims, borne.get(one.invoice.id) ?? 0n),
  )
  await addToDebtors(unit, drafts)
  await freeOf(unit, lowered)
  const receipts = received.flatMap(({ payment, bookDate }) => [
    receivedDraft(payment, bookDate),
    ...keptDrafts(payment, bookDate),
  ])
  const events = await book(unit, [...receipts, ...drafts, ...funding])
  const ofClaim = Map.groupBy(events, ({ claimId }) => claimId ?? '')
  for (const invoice of new Set(parted.map((one) => one.invoice))) {
    applyToInvoice(unit, invoice, ofClaim.get(invoice.id) ?? [])
    settleAfter(unit, invoice, claims.planned.get(invoice.id) ?? [], today)
  }
}

/**
 * What is paid is at nobody's limit any more, whether it was used or held; below zero it is used
 * again. All limits are locked at once.
 */
export async function freeOf(unit: Unit, lowered: readonly Lowered[]): Promise<void> {
  const atLimits = lowered.filter(({ debit }) => isBought(debit) || isAsked(debit))
  if (atLimits.length === 0) return
  const ids = [...new Set(atLimits.map(({ debit }) => debit.debtorId))]
  const debtors = await unit.readEach(Debtor, 'id = any($2)', [ids])
  const identities = new Map(debtors.map((one) => [one.id, one.systemDebtorId ?? null]))
  const limiting = ({ clientId, debtorId, baseCurrency: currency }: Invoice): Limiting => {
    return { clientId, debtorId, systemDebtorId: identities.get(debtorId) ?? null, currency }
  }
  await (
    await limitsThere(
      unit,
      atLimits.map(({ debit }) => limiting(debit)),
    )
  ).lock()
  const reserved = await lowerAsked(unit, atLimits)
  await freeLimitsOf(
    unit,
    atLimits.map(({ debit, amount }) => ({
      of: limiting(debit),
      used: isBought(debit) ? amount : 0n,
      reserved: reserved.get(debit.id) ?? 0n,
    })),
  )
}

const isAsked = ({ financingStatus }: Invoice) => financingStatus === 'REQUESTED'
