import { life } from '../life.ts'
import { invalid } from '../refusal.ts'
import type { FinanceDecision, Verdict } from './decision.ts'
import { decisionStatuses, type DecisionStatus } from '../credit/decision-status.ts'

/** What an operator asks of a decision. */
export interface Move {
  status: DecisionStatus
  financeDecision?: FinanceDecision | undefined
}

const undecided = ['PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE'] as const

/**
 * The statuses to which an operator may move a decision; only the process moves it out of PENDING.
 */
export const lifeOfDecision = life('decision', 'DECISION_MOVE_NOT_ALLOWED', decisionStatuses, {
  prepare: { from: ['PENDING', 'READY_FOR_DECISION', 'WAITING'], to: 'READY_FOR_DECISION' },
  wait: { from: undecided, to: 'WAITING' },
  refinance: { from: undecided, to: 'REFINANCE' },
  decide: { from: undecided, to: 'DECIDED', refusal: 'DECISION_DECIDED' },
})

/** The values of `financeDecision` that are allowed with each target status. */
const said: Readonly<Record<DecisionStatus, readonly FinanceDecision[]>> = {
  PENDING: [],
  READY_FOR_DECISION: [],
  WAITING: [],
  REFINANCE: ['REFINANCE'],
  DECIDED: ['APPROVED', 'DENIED', 'DENIED_SERVICE'],
}

/** Checks that `financeDecision` fits the target status, whatever the present one. */
export function checkMove({ status, financeDecision }: Move): void {
  if (status === 'DECIDED' && financeDecision === undefined) {
    invalid('/financeDecision', 'REQUIRED', 'Say what is decided')
  }
  if (financeDecision !== undefined && !said[status].includes(financeDecision)) {
    invalid('/financeDecision', 'NOT_ALLOWED', `It does not go with the status ${status}`)
  }
}

/** A decision that has ended is not moved again by any operation. */
export function refuseMove(from: DecisionStatus, to: DecisionStatus): void {
  if (from === 'DECIDED') lifeOfDecision.move(from, 'decide')
  lifeOfDecision.moveTo(from, to)
}

/** An external financier's decision is recorded in every undecided status. */
export function refuseExternal(from: DecisionStatus): void {
  lifeOfDecision.move(from, 'decide')
}

export function verdictOf({ status, financeDecision }: Move): Verdict | null {
  return status === 'DECIDED' ? (financeDecision as Verdict) : null
}
