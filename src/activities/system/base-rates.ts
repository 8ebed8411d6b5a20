import type { BusinessDate } from '../../domain/dates.ts'
import {
  baseRateCodes,
  type BaseRate,
  type BaseRateCode,
} from '../../domain/system/base-interest.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A rate as it is in force, of all that were said of its day. */
export interface KnownRate extends BaseRate, Record<string, unknown> {
  id: string
  revision: number
  source: string
}

const inForce = `select distinct on (code, valid_from) id, code, valid_from::text as "validFrom",
    rate::text as rate, revision, source
  from base_interest_rate where tenant_id = $1 and code = any ($2)
  order by code, valid_from, revision desc`

/** All rates of these kinds, by their days. */
export const baseRatesKnown = (
  unit: Unit,
  codes: readonly BaseRateCode[] = baseRateCodes,
): Promise<KnownRate[]> => unit.transaction.query<KnownRate>(inForce, [unit.tenantId, codes])

/** Of each kind the one that holds on a day. */
export async function baseRatesOn(
  unit: Unit,
  day: BusinessDate,
  codes: readonly BaseRateCode[] = baseRateCodes,
): Promise<KnownRate[]> {
  const known = await baseRatesKnown(unit, codes)
  return codes.flatMap(
    (code) => known.findLast((each) => each.code === code && each.validFrom <= day) ?? [],
  )
}
