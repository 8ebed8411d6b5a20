import type { Unit } from '../../kernel/write/unit.ts'
import { holdExposures } from '../credit/debtor-exposure.ts'
import type { LimitsOf, LimitsThere } from '../credit/lock-limits.ts'
import { refuseBeyond } from '../credit/use-limits.ts'
import {
  countriesOf,
  refuseBeyondCountry,
  type CountryOfClaim,
  type Places,
} from './country-of-claim.ts'
import { limitingOf, type HeldDecision } from './lock-decision.ts'
import type { ProductToSell } from './may-finance.ts'

/** By which the room for claims is judged. */
export interface AtLimits {
  limitsOf: LimitsOf
  /** By debtor; none where that is not asked. */
  countryOf: ReadonlyMap<string, CountryOfClaim>
}

/** Limits are locked when all else is read, those of countries for one decision alone. */
export async function lockAtLimits(
  unit: Unit,
  there: LimitsThere,
  all: readonly HeldDecision[],
  places: Places | null,
): Promise<AtLimits> {
  const limitsOf = await there.lock()
  const countryOf = await countriesOf(unit, all, places)
  if (there.of.length > 1) await holdExposures(unit, there.of)
  return { limitsOf, countryOf }
}

/** A claim that would be bought under this product. */
export function refuseBeyondLimits(
  held: HeldDecision,
  product: ProductToSell,
  { limitsOf, countryOf }: AtLimits,
): void {
  const country = countryOf.get(held.debtor.id)
  if (country !== undefined) refuseBeyondCountry(country)
  refuseBeyond(limitsOf(limitingOf(held)), usedBy(held, product))
}

/** What it uses of its limits. */
export const usedBy = (
  { decision: { reserved }, invoice: { balance: amount } }: HeldDecision,
  { limitsApply }: ProductToSell,
) => ({ amount, reserved, limitsApply })
