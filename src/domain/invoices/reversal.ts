import type { FinancialEventType } from '../bookkeeping/ledger.ts'
import { refuse } from '../refusal.ts'
import { isBought, type FinancingStatus } from '../factoring/financing-status.ts'

export interface ReversalFacts {
  type: FinancialEventType
  sourceType: string
  financingStatus: FinancingStatus
  /** The number of later events on the claim that are not reversed. */
  laterCount: number
}

/** Events that are undone by another operation, and by which. */
const otherWays: Readonly<Partial<Record<FinancialEventType, string>>> = {
  REVERSAL: 'A reversal is not reversed; book anew what it took back.',
  CREDIT_UNLINK: 'Link the credit note again at `PUT /invoices/link-multiple`.',
  FINANCED: 'A bought invoice goes back to its client by recourse.',
  RECOURSE: 'Request factoring for the invoice again.',
  DILUTION: 'Unlink the credit note that caused it.',
  REFINANCED: 'Say that the refinancing is REPAID.',
  DOUBTFUL: 'Revoke the bankruptcy of the debtor.',
  FX_DIFFERENCE: 'Unlink the credit note that caused it.',
  RESERVE_RELEASED: 'It follows the payment that released it.',
}

const byLink = 'Revert the link of the payment at `PUT /payments/links/{id}/revert`.'

export const isBooking = (type: FinancialEventType): boolean =>
  type === 'INVOICE_BOOKED' || type === 'CREDIT_BOOKED'

const bound: readonly FinancingStatus[] = ['REQUESTED', 'FINANCED', 'REFINANCED']

/** Refuses an event that may not be reversed. */
export function guardReversal(facts: ReversalFacts): void {
  const isOfLink = facts.sourceType === 'PaymentLink'
  const other = isOfLink ? byLink : otherWays[facts.type]
  if (other !== undefined) refuse('EVENT_NOT_REVERSIBLE', { detail: other })
  if (!isBooking(facts.type)) return
  if (bound.includes(facts.financingStatus)) {
    refuse('EVENT_NOT_REVERSIBLE', { detail: `The invoice is ${facts.financingStatus}.` })
  }
  if (facts.laterCount > 0) {
    refuse('EVENT_NOT_REVERSIBLE', { detail: 'Take back first what was booked on it later.' })
  }
}

interface PaidEvent {
  id: string
  type: FinancialEventType
  facts: Readonly<Record<string, unknown>>
}

/** A claim is given its debt back only while it is whose it was when it was paid. */
export function guardPaidBack(
  claim: { financingStatus: FinancingStatus },
  paid: PaidEvent,
  all: readonly PaidEvent[],
): void {
  const wasBought = paid.facts['variant'] === 'FINANCED'
  const moves = all.filter(
    ({ id, type }) => id > paid.id && (type === 'RECOURSE' || type === 'FINANCED'),
  )
  if (isBought(claim) === wasBought && moves.length === 0) return
  const then = wasBought ? 'financed' : 'not financed'
  const now = isBought(claim) === wasBought ? 'financed anew' : claim.financingStatus
  refuse('EVENT_NOT_REVERSIBLE', {
    detail: `The claim was ${then} when it was paid, and is ${now} now.`,
  })
}
