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

export const unplacedStatuses = ['OPEN', 'LINKED', 'TAKEN_BACK'] as const

export const lifeOfUnplaced = life('unplaced payment', 'UNPLACED_NOT_OPEN', unplacedStatuses, {
  change: { from: ['OPEN'] },
  /** A part is put on a claim, and something is left. */
  place: { from: ['OPEN'] },
  placeLast: { from: ['OPEN'], to: 'LINKED', event: 'linked' },
  /** The bank has taken the money back. */
  takeBack: { from: ['OPEN', 'LINKED'], to: 'TAKEN_BACK', event: 'takenBack' },
  reopen: { from: ['OPEN', 'LINKED'], to: 'OPEN' },
})
