import { sum } from '../money.ts'
import type { Whereabouts } from './payment.ts'

interface Placed {
  id: string
  amount: bigint
}

/** What the bank takes of a payment comes off these claims, the latest first, and of what was kept. */
export interface TakenFrom<L extends Placed> {
  links: L[]
  kept: boolean
}

/**
 * Of which links an amount is taken that is not all unplaced; null where the payment no longer has
 * as much, because some of it was returned.
 */
export function takenFrom<L extends Placed>(
  { unplaced, writtenOff }: Whereabouts,
  links: readonly L[],
  amount: bigint,
): TakenFrom<L> | null {
  const taken: L[] = []
  let there = unplaced
  for (const link of links.toSorted((one, other) => (one.id < other.id ? 1 : -1))) {
    if (there >= amount) break
    taken.push(link)
    there += link.amount
  }
  const kept = there < amount && writtenOff > 0n
  return there + (kept ? writtenOff : 0n) < amount ? null : { links: taken, kept }
}

/** Where the money of the payment is when that is done. */
export function afterTaking(
  of: Whereabouts,
  { links, kept }: TakenFrom<Placed>,
  amount: bigint,
): Whereabouts {
  const off = sum(links.map((link) => link.amount))
  const back = kept ? of.writtenOff : 0n
  return {
    amount: of.amount,
    linked: of.linked - off,
    writtenOff: of.writtenOff - back,
    unplaced: of.unplaced + off + back - amount,
    returned: of.returned + amount,
  }
}
