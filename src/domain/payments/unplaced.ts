import { life } from '../life.ts'

/** Why money was not put on a claim. */
export const unplacedReasons = [
  'NO_MATCH',
  'OVERPAYMENT',
  'CLOSED_CLAIM',
  'DUPLICATE',
  'WRONG_CURRENCY',
] as const
export type UnplacedReason = (typeof unplacedReasons)[number]

/**
 * PROPOSED while what its client says it is for waits for the tenant's people; IGNORED once its
 * client has said that it is not its own.
 */
export const unplacedStatuses = [
  'OPEN',
  'PROPOSED',
  'LINKED',
  'RETURN_REQUESTED',
  'RETURNED',
  'IGNORED',
  'TAKEN_BACK',
] as const

const free = ['OPEN', 'PROPOSED', 'IGNORED'] as const

export const lifeOfUnplaced = life('unplaced payment', 'UNPLACED_MOVED_ON', unplacedStatuses, {
  change: { from: free },
  /** Another client's, or nobody's that is known. */
  reassign: { from: ['OPEN', 'IGNORED'], to: 'OPEN' },
  /** A part is put on a claim, and something is left. */
  place: { from: free },
  placeLast: { from: free, to: 'LINKED', event: 'linked' },
  propose: { from: ['OPEN', 'PROPOSED'], to: 'PROPOSED', event: 'proposed' },
  /** None of what was proposed waits any more. */
  settleProposals: { from: ['PROPOSED'], to: 'OPEN' },
  ignore: { from: ['OPEN', 'PROPOSED'], to: 'IGNORED', event: 'ignored' },
  askBack: { from: free, to: 'RETURN_REQUESTED', event: 'returnRequested' },
  /** A part is returned, or nothing after all. */
  keep: { from: ['RETURN_REQUESTED'], to: 'OPEN' },
  return: { from: ['RETURN_REQUESTED'], to: 'RETURNED', event: 'returned' },
  /** The bank has taken the money back. */
  takeBack: { from: ['OPEN', 'LINKED', 'IGNORED'], to: 'TAKEN_BACK', event: 'takenBack' },
  reopen: { from: ['LINKED', 'RETURNED'], to: 'OPEN' },
})
