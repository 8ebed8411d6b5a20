import { lockKey } from '../../kernel/write/lock-key.ts'
import { requireSecond, type Pending, type SecondNeeded } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What a limit is before it is raised is still so then: limits are changed by one at a time. */
export const lockLimits = (unit: Unit): Promise<void> => lockKey(unit, 'limits')

/** How much more a limit lets through; null where it is none any more. */
type Raised = { by: bigint; currency: string } | { by: null }

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
  return requireSecond(unit, {
    ...about,
    topic: 'CREDIT_LIMIT_INCREASE',
    isState: true,
    // Of several, and without a bound, nobody says whether it is more than some amount.
    ...(more.length === 0 &&
      one.by !== null && { amount: { minor: one.by, currency: one.currency } }),
  })
}
