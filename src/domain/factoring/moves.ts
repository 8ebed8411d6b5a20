import { invalid, refuse } from '../refusal.ts'
import type { FinanceDecision, Verdict } from './decision.ts'
import type { DecisionStatus } from '../credit/decision-status.ts'

/** What an operator asks of a decision. */
export interface Move {
  status: DecisionStatus
  financeDecision?: FinanceDecision | undefined
}

/**
 * Where an operator may lead a decision from where it stands; the process alone leaves PENDING
 * behind.
 */
const moves: Readonly<Record<DecisionStatus, readonly DecisionStatus[]>> = {
  PENDING: ['READY_FOR_DECISION', 'WAITING', 'REFINANCE', 'DECIDED'],
  READY_FOR_DECISION: ['READY_FOR_DECISION', 'WAITING', 'REFINANCE', 'DECIDED'],
  WAITING: ['WAITING', 'READY_FOR_DECISION', 'REFINANCE', 'DECIDED'],
  REFINANCE: ['REFINANCE', 'WAITING', 'DECIDED'],
  DECIDED: [],
}

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

export function refuseMove(from: DecisionStatus, to: DecisionStatus): void {
  if (from === 'DECIDED') refuse('DECISION_DECIDED')
  if (moves[from].includes(to)) return
  const allowed = moves[from].join(', ')
  refuse('DECISION_MOVE_NOT_ALLOWED', {
    detail: `The decision is ${from}; from there it can be moved to ${allowed}.`,
  })
}

/** What an external financier decided is recorded wherever nobody else has decided before. */
export function refuseExternal(from: DecisionStatus): void {
  if (from === 'DECIDED') refuse('DECISION_DECIDED')
}

export function verdictOf({ status, financeDecision }: Move): Verdict | null {
  return status === 'DECIDED' ? (financeDecision as Verdict) : null
}
