import { lockKey } from '../../kernel/write/lock-key.ts'
import { requireSecond, type Pending, type SecondNeeded } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What a limit is before it is raised is still so then: limits are changed by one at a time. */
export const lockLimits = (unit: Unit): Promise<void> => lockKey(unit, 'limits')

interface Raised {
  currency: string
  /** How much more it lets through; null where it is no limit any more. */
  by: bigint | null
}

type About = Pick<SecondNeeded, 'subject' | 'payload'>

/** More credit than before takes two people, where the tenant has that; less does not. */
export function secondForLimits(
  unit: Unit,
  limits: readonly Raised[],
  about: About,
): Pending | undefined {
  const raised = limits.filter(({ by }) => by !== 0n)
  const [one, ...more] = raised
  if (one === undefined) return undefined
  const amount = { minor: one.by ?? 0n, currency: one.currency }
  return requireSecond(unit, {
    ...about,
    topic: 'CREDIT_LIMIT_INCREASE',
    isState: true,
    // Of several, and without a bound, nobody says whether it is more than some amount.
    ...(more.length === 0 && one.by !== null && { amount }),
  })
}
