import { life } from '../life.ts'

export const reconciliationStatuses = ['MATCHED', 'DIFF', 'EXPLAINED'] as const

export const lifeOfReconciliation = life(
  'reconciliation',
  'RECONCILIATION_AGREES',
  reconciliationStatuses,
  {
    agree: { from: reconciliationStatuses, to: 'MATCHED', event: 'matched' },
    differ: { from: reconciliationStatuses, to: 'DIFF' },
    explain: {
      from: ['DIFF', 'EXPLAINED'],
      to: 'EXPLAINED',
      event: 'explained',
    },
  },
)

interface Stood {
  status: (typeof reconciliationStatuses)[number]
  /** What the bank’s own balances leave over. */
  difference: bigint
  bookedSum?: bigint | null | undefined
  daySum?: bigint | null | undefined
}

interface Sums {
  /** All that moved on the account by its statements, and by the books. */
  daySum: bigint
  bookedSum: bigint
}

/** It agrees to the last unit; what was explained stays so while both sides are what they were. */
export function standingOf(before: Stood, { daySum, bookedSum }: Sums): Stood['status'] {
  const { status, difference } = before
  if (difference === 0n && daySum === bookedSum) return lifeOfReconciliation.move(status, 'agree')
  const isSame = before.bookedSum === bookedSum && before.daySum === daySum
  return status === 'EXPLAINED' && isSame ? status : lifeOfReconciliation.move(status, 'differ')
}
