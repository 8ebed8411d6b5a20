import type { DecisionStatus } from '../credit/decision-status.ts'

export const financeDecisions = ['APPROVED', 'DENIED', 'DENIED_SERVICE', 'REFINANCE'] as const
export type FinanceDecision = (typeof financeDecisions)[number]

/** The results of a decision; only REFINANCE leaves it to an external financier. */
export const verdicts = ['APPROVED', 'DENIED', 'DENIED_SERVICE'] as const
export type Verdict = (typeof verdicts)[number]

export const deciders = ['ENGINE', 'OPERATOR', 'EXTERNAL'] as const
export type Decider = (typeof deciders)[number]

export const refinancingStatuses = ['PROPOSED', 'ACTIVE', 'REPAID', 'RECOURSED'] as const
export type RefinancingStatus = (typeof refinancingStatuses)[number]

/** Where a decision stands, as its process and its operators see them. */
export interface Standing {
  status: DecisionStatus
  financeDecision: FinanceDecision | null
  decidedBy: Decider | null
  sentence: string
  /** The invoice, for who looks at the process. */
  about?: string
}

export function standingOf(decision: {
  status: DecisionStatus
  financeDecision?: FinanceDecision | null | undefined
  decidedBy?: Decider | null | undefined
}): Standing {
  const { status, financeDecision = null, decidedBy = null } = decision
  return { status, financeDecision, decidedBy, sentence: sentenceOf(decision) }
}

const verdictWords: Readonly<Record<FinanceDecision, string>> = {
  APPROVED: 'approved and financed',
  DENIED: 'denied',
  DENIED_SERVICE: 'denied; the invoice stays a service invoice',
  REFINANCE: 'left to an external financier',
}
const deciderWords: Readonly<Record<Decider, string>> = {
  ENGINE: 'the engine',
  OPERATOR: 'an operator',
  EXTERNAL: 'the external financier',
}

function sentenceOf({ status, financeDecision, decidedBy }: Parameters<typeof standingOf>[0]) {
  if (status === 'PENDING') return 'What the decision needs to know is being collected.'
  if (status === 'READY_FOR_DECISION') return 'The engine weighs its criteria.'
  if (status === 'WAITING') return 'Waiting for an operator to decide.'
  if (status === 'REFINANCE') return 'Waiting for the external financier to decide.'
  const verdict = financeDecision == null ? 'decided' : verdictWords[financeDecision]
  const by = decidedBy == null ? '' : ` by ${deciderWords[decidedBy]}`
  return `The request was ${verdict}${by}.`
}

/** How many are made in one transaction: others wait for the limits and series that they hold. */
export const together = 50
