import { refuse } from '../refusal.ts'
import type { RefinancingStatus } from './decision.ts'

/**
 * Where the funding of an invoice may go from where it stands. Recourse has an operation of its
 * own.
 */
const steps: Readonly<Record<RefinancingStatus, readonly RefinancingStatus[]>> = {
  PROPOSED: ['PROPOSED', 'ACTIVE'],
  ACTIVE: ['ACTIVE', 'REPAID'],
  REPAID: ['REPAID', 'PROPOSED', 'ACTIVE'],
  RECOURSED: ['RECOURSED', 'PROPOSED', 'ACTIVE'],
}

/** What one can be told to be, besides by recourse. */
export const settableRefinancings = ['PROPOSED', 'ACTIVE', 'REPAID'] as const

export function refuseRefinancing(from: RefinancingStatus, to: RefinancingStatus): void {
  if (steps[from].includes(to)) return
  refuse('REFINANCING_MOVE_NOT_ALLOWED', {
    detail: `The refinancing is ${from}; from there it goes to ${steps[from].join(', ')}.`,
  })
}

/** Other terms than those agreed would be another agreement. */
export function refuseNewTerms(status: RefinancingStatus, changesTerms: boolean): void {
  if (status === 'ACTIVE' && changesTerms) {
    refuse('REFINANCING_ACTIVE')
  }
}
