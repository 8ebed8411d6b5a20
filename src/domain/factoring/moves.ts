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

/** An external financier is heard while the decision is left to them, and not before or after. */
export function refuseExternal(from: DecisionStatus): void {
  if (from === 'DECIDED') refuse('DECISION_DECIDED')
  if (from !== 'REFINANCE') {
    refuse('DECISION_NOT_EXTERNAL', {
      detail: `The decision is ${from}; an external one is recorded while it is REFINANCE.`,
    })
  }
}

export function verdictOf({ status, financeDecision }: Move): Verdict | null {
  return status === 'DECIDED' ? (financeDecision as Verdict) : null
}
