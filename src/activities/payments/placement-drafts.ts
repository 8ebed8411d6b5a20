import { invoiceClaim, type Component } from '../../domain/bookkeeping/ledger.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { reserveLeft } from '../../domain/factoring/recourse.ts'
import { allocate, openByComponent, orderOn, roundedOff } from '../../domain/payments/allocation.ts'
import { proportionOf } from '../../domain/money.ts'
import { seenAs } from '../../domain/payments/foreign.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { PaymentLink } from '../../entities/payment-link.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { reserveReleased } from '../factoring/reserve-released.ts'
import { toleratedOn, type Claims } from './claims.ts'
import { paymentKey } from './targets.ts'

/** A part of a payment on its way to a claim. */
export interface Placement {
  payment: PaymentTransaction
  link: PaymentLink
  bookDate: string
}

/** What it does to the claim: in its order of components, and what is rounded off. */
export interface Parted extends Placement {
  invoice: Invoice
  parts: ReadonlyMap<Component, bigint>
  rounded: bigint
  /** Nothing is owed on the claim after it. */
  isLast: boolean
}

/** One after the other: the second on a claim finds what the first has left. */
export function partedIn(claims: Claims, placements: readonly Placement[]): Parted[] {
  const openOf = new Map<string, Map<Component, bigint>>()
  return placements.map((placement) => {
    const { claimId, claimAmount, amount: paid } = placement.link
    const amount = claimAmount ?? paid
    const invoice = claims.invoices.get(claimId)!
    const open = openOf.get(claimId) ?? new Map(openByComponent(claims.events.get(claimId) ?? []))
    openOf.set(claimId, open)
    const parts = allocate(amount, open, orderOn(claims.order, placement.bookDate))
    for (const [component, part] of parts) open.set(component, (open.get(component) ?? 0n) - part)
    const rounded = roundedOff(open, toleratedOn(claims, claimId))
    if (rounded > 0n) open.set('CAPITAL', 0n)
    const isLast = [...open.values()].every((left) => left <= 0n)
    return { ...placement, invoice, parts, rounded, isLast }
  })
}

/** What came in, which nobody has said anything about (P2). */
export function receivedDraft(payment: PaymentTransaction, bookDate: string): EventDraft {
  const { id, amount, currency, valueDate, payerName } = payment
  return {
    type: 'PAYMENT',
    amount: 0n,
    currency,
    bookDate,
    valueDate,
    sourceKey: paymentKey(id),
    sourceType: 'PaymentTransaction',
    sourceId: id,
    text: `Payment${payerName == null ? '' : ` from ${payerName}`}`,
    facts: { variant: 'RECEIVED', amount: `${amount}` },
  }
}

interface OverpaymentWanted {
  bookDate: string
  sourceKey: string
  text: string
  variant: 'RETURNED' | 'CONFIRMED' | 'KEPT'
  amount: bigint
  /** The payment of which it goes. */
  takes?: string
}

/** Money of a payment, or of what takes one back, that is on no claim (P9). */
function overpaymentDraft(
  { id, currency }: PaymentTransaction,
  { variant, amount, takes, ...said }: OverpaymentWanted,
): EventDraft {
  return {
    type: 'OVERPAYMENT',
    amount: 0n,
    currency,
    ...said,
    sourceType: 'PaymentTransaction',
    sourceId: id,
    facts: {
      variant,
      amount: `${amount}`,
      ...(takes !== undefined && { takes: paymentKey(takes) }),
    },
  }
}

const takenBack = 'Taken back by the bank'

/** What the bank takes back has left it, whatever it was of. */
export function takenBackDraft(reversal: PaymentTransaction, bookDate: string): EventDraft {
  const { id, amount, valueDate } = reversal
  const said = { bookDate, sourceKey: paymentKey(id), text: takenBack } as const
  return { ...overpaymentDraft(reversal, { ...said, variant: 'CONFIRMED', amount }), valueDate }
}

/** It was of that payment, of which as much is there no more. */
export function tiedDraft(
  reversal: PaymentTransaction,
  { id: takes }: PaymentTransaction,
  bookDate: string,
): EventDraft {
  const { id, amount } = reversal
  const said = { bookDate, sourceKey: `${paymentKey(id)}/of`, text: takenBack } as const
  return overpaymentDraft(reversal, { ...said, variant: 'RETURNED', amount, takes })
}

export const keptKey = (id: string) => `${paymentKey(id)}/kept`

/** A small difference that nobody asks back is the tenant's. */
export function keptDrafts(payment: PaymentTransaction, bookDate: string): EventDraft[] {
  const { id, writtenOff: amount } = payment
  if (amount === 0n) return []
  const said = { bookDate, sourceKey: keptKey(id), text: 'Small difference kept' } as const
  return [overpaymentDraft(payment, { ...said, variant: 'KEPT', amount, takes: id })]
}

/** Which account shows what a debtor owes of the tenant's own costs. */
const roleOf = (component: Component): string =>
  component === 'ENFORCEMENT_COST'
    ? 'OUTLAY'
    : component === 'LATE_INTEREST' || component === 'CREDIT_INTEREST'
      ? 'AR_INTEREST'
      : 'AR_FEES'

/** The claim gets its parts (P3, P7, P11), a small rest goes (P18), the reserve is let go (P7). */
export function placementDrafts(parted: Parted, claims: Claims, borne: bigint): EventDraft[] {
  const { invoice, link, parts, rounded, isLast } = parted
  const shared = sharedBy(parted)
  const bought = isBought(invoice)
  const drafts = [...parts].map(([component, amount]): EventDraft => {
    const isCapital = component === 'CAPITAL'
    const variant = !isCapital ? 'COSTS' : bought ? 'FINANCED' : 'SERVICED'
    return {
      ...shared,
      type: 'PAYMENT',
      component,
      amount: -amount,
      sourceKey: `${shared.sourceKey}/${component}`,
      facts: {
        ...shared.facts,
        variant,
        amount: `${amount}`,
        ...sourceOf(parted, amount, component),
        ...(!isCapital && { role: roleOf(component) }),
        ...(isCapital && borne !== 0n && { fromRefinancing: `${borne}` }),
      },
    }
  })
  if (rounded > 0n) {
    drafts.push({
      ...shared,
      type: 'ROUNDING',
      component: 'CAPITAL',
      amount: -rounded,
      sourceKey: `${shared.sourceKey}/rounding`,
      facts: { ...shared.facts, variant: bought ? 'FINANCED' : 'SERVICED' },
    })
  }
  const reserve = bought && isLast ? reserveLeft(claims.events.get(link.claimId) ?? []) : 0n
  return [...drafts, ...exchangeDrafts(parted), ...reserveReleased(shared, reserve)]
}

/** Where the money of a part comes from, and how much of the document capital settles. */
function sourceOf({ link, payment }: Parted, amount: bigint, component: Component) {
  if (link.claimAmount == null) return { takes: paymentKey(payment.id) }
  const foreign = seenAs(amount, link.claimAmount, link.amount)
  const from = 'CURRENCY_EXCHANGE'
  return component === 'CAPITAL' ? { from, foreign: `${foreign}` } : { from }
}

/**
 * Money in the currency of the document is exchanged by the rate of its day; the difference to what
 * it settles is of whoever owns that (P30).
 */
function exchangeDrafts(parted: Parted): EventDraft[] {
  const { link, payment, invoice, parts } = parted
  const { claimAmount, worth } = link
  if (claimAmount == null || worth == null) return []
  const shared = sharedBy(parted)
  const difference = worth - claimAmount
  const costs = claimAmount - (parts.get('CAPITAL') ?? 0n)
  const ofCosts = costs === 0n ? 0n : proportionOf(difference, costs, claimAmount)
  const ofClient = isBought(invoice) ? 0n : difference - ofCosts
  const differences = [
    ['PAID_SERVICED', ofClient],
    ['PAID_TENANT', difference - ofClient],
  ] as const
  const { id, currency, amount } = { ...payment, amount: link.amount }
  return [
    {
      ...shared,
      currency,
      type: 'PAYMENT',
      amount: 0n,
      sourceKey: `${shared.sourceKey}/exchange`,
      facts: {
        ...shared.facts,
        variant: 'EXCHANGED',
        amount: `${amount}`,
        takes: paymentKey(id),
      },
    },
    ...differences.flatMap(([variant, part]): EventDraft[] =>
      part === 0n
        ? []
        : [
            {
              ...shared,
              type: 'FX_DIFFERENCE',
              amount: 0n,
              sourceKey: `${shared.sourceKey}/fx/${variant}`,
              facts: { ...shared.facts, variant, difference: `${part}`, rate: link.rate },
            },
          ],
    ),
  ]
}

function sharedBy({ invoice, link, payment, bookDate }: Parted) {
  return {
    claim: invoiceClaim(invoice.id),
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    currency: invoice.baseCurrency,
    bookDate,
    valueDate: payment.valueDate,
    sourceKey: `payment-link/${link.id}`,
    sourceType: 'PaymentLink',
    sourceId: link.id,
    text: `Payment of ${invoice.invoiceNumber}`,
    facts: { linkId: link.id, paymentId: payment.id },
  }
}
