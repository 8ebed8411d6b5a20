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
 * Where an operator may lead a decision from where it stands; the process alone leaves PENDING
 * behind.
 */
export const lifeOfDecision = life('decision', 'DECISION_MOVE_NOT_ALLOWED', decisionStatuses, {
  prepare: { from: ['PENDING', 'READY_FOR_DECISION', 'WAITING'], to: 'READY_FOR_DECISION' },
  wait: { from: undecided, to: 'WAITING' },
  refinance: { from: undecided, to: 'REFINANCE' },
  decide: { from: undecided, to: 'DECIDED', refusal: 'DECISION_DECIDED' },
})

/** What `financeDecision` may say beside each status that is moved to. */
const said: Readonly<Record<DecisionStatus, readonly FinanceDecision[]>> = {
  PENDING: [],
  READY_FOR_DECISION: [],
  WAITING: [],
  REFINANCE: ['REFINANCE'],
  DECIDED: ['APPROVED', 'DENIED', 'DENIED_SERVICE'],
}

/** Whether the move says by itself what it means, wherever the decision stands. */
export function checkMove({ status, financeDecision }: Move): void {
  if (status === 'DECIDED' && financeDecision === undefined) {
    invalid('/financeDecision', 'REQUIRED', 'Say what is decided')
  }
  if (financeDecision !== undefined && !said[status].includes(financeDecision)) {
    invalid('/financeDecision', 'NOT_ALLOWED', `It does not go with the status ${status}`)
  }
}

/** What is decided is not moved any more, whichever way it is asked. */
export function refuseMove(from: DecisionStatus, to: DecisionStatus): void {
  if (from === 'DECIDED') lifeOfDecision.move(from, 'decide')
  lifeOfDecision.moveTo(from, to)
}

/** What an external financier decided is recorded wherever nobody else has decided before. */
export function refuseExternal(from: DecisionStatus): void {
  lifeOfDecision.move(from, 'decide')
}

export function verdictOf({ status, financeDecision }: Move): Verdict | null {
  return status === 'DECIDED' ? (financeDecision as Verdict) : null
}
