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

export const unplacedStatuses = [
  'OPEN',
  'PROPOSED',
  'LINKED',
  'RETURN_REQUESTED',
  'RETURNED',
  'IGNORED',
] as const
export type UnplacedStatus = (typeof unplacedStatuses)[number]

const open = ['OPEN', 'PROPOSED', 'IGNORED', 'RETURN_REQUESTED'] as const

export const lifeOfUnplaced = life('unplaced payment', 'UNPLACED_NOT_OPEN', unplacedStatuses, {
  /** A part is put on a claim, and something is left. */
  place: { from: open },
  placeLast: { from: open, to: 'LINKED', event: 'linked' },
  propose: { from: ['OPEN', 'PROPOSED', 'IGNORED'], to: 'PROPOSED', event: 'proposed' },
  deny: { from: ['PROPOSED'], to: 'OPEN', refusal: 'LINK_NOT_PROPOSED' },
  ignore: { from: ['OPEN', 'PROPOSED'], to: 'IGNORED', event: 'ignored' },
  askReturn: { from: ['OPEN', 'PROPOSED', 'IGNORED'], to: 'RETURN_REQUESTED' },
  keep: { from: ['RETURN_REQUESTED'], to: 'OPEN' },
  giveBack: { from: ['RETURN_REQUESTED'], to: 'RETURNED', event: 'returned' },
  change: { from: open },
  reopen: { from: unplacedStatuses, to: 'OPEN' },
})
