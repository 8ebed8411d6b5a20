import { life } from '../life.ts'
import { refuse } from '../refusal.ts'
import { refinancingStatuses, type RefinancingStatus } from './decision.ts'

/** The funding of an invoice. Recourse, which may end it, has an operation of its own. */
export const lifeOfRefinancing = life(
  'refinancing',
  'REFINANCING_MOVE_NOT_ALLOWED',
  refinancingStatuses,
  {
    propose: { from: ['PROPOSED', 'REPAID', 'RECOURSED'], to: 'PROPOSED' },
    activate: { from: refinancingStatuses, to: 'ACTIVE' },
    repay: { from: ['ACTIVE', 'REPAID'], to: 'REPAID' },
    stay: { from: ['RECOURSED'], to: 'RECOURSED' },
  },
)

/** The statuses that a caller may set; recourse sets its own. */
export const settableRefinancings = ['PROPOSED', 'ACTIVE', 'REPAID'] as const

/** Changed terms would be another agreement. */
export function refuseNewTerms(status: RefinancingStatus, changesTerms: boolean): void {
  if (status === 'ACTIVE' && changesTerms) {
    refuse('REFINANCING_ACTIVE')
  }
}
