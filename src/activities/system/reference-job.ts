import type { BusinessDate } from '../../domain/dates.ts'
import {
  baseRateOf,
  halfYearOf,
  isBaseRateCode,
  isOutdated,
  type BaseRateCode,
} from '../../domain/system/base-interest.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { baseRatesOn } from './base-rates.ts'
import { leaveErrand } from './leave-errand.ts'
import { addShippedRates, loadReferenceRates } from './load-reference-rates.ts'
import { settleErrand } from './settle-errand.ts'

/** Each business day: what was published, and an errand where nobody has published what holds now. */
export const referenceJob = { wanted: 'true', chunk: loadReference } satisfies JobWork

async function loadReference(unit: Unit, day: BusinessDate): Promise<JobChunk> {
  const published = await unit.apart(async ({ rates }) => (await rates?.read())?.reference ?? [])
  const corrected = await loadReferenceRates(unit, published)
  const loaded = corrected + (await addShippedRates(unit))
  await unit.flush()
  const code = baseRateOf((await unit.tenant()).countryCode)
  const missing = code === undefined ? 0 : await askForMissing(unit, code, day)
  return { counts: { loaded, missing }, after: null }
}

async function askForMissing(unit: Unit, code: BaseRateCode, day: BusinessDate): Promise<number> {
  const dedupeKey = `baseRate/${code}`
  if (!(await isMissing(unit, code, day))) {
    await settleErrand(unit, dedupeKey, 'The rate of the half-year is known')
    return 0
  }
  const from = halfYearOf(day)
  await leaveErrand(unit, {
    type: 'MONITORING',
    subjectType: 'BaseInterestRate',
    subjectId: code,
    severity: 'HIGH',
    title: `The reference rate from ${from} on is not known: ${code}`,
    data: { code, validFrom: from },
    dedupeKey,
  })
  return 1
}

async function isMissing(unit: Unit, code: BaseRateCode, day: BusinessDate): Promise<boolean> {
  const [known] = await baseRatesOn(unit, day, [code])
  return known === undefined || isOutdated(known, day)
}

/** Whether what an errand asks for is still not known. */
export async function isReferenceRateMissing(
  unit: Unit,
  { subjectType, subjectId }: SystemErrand,
): Promise<boolean> {
  if (subjectType !== 'BaseInterestRate' || !isBaseRateCode(subjectId)) return true
  return isMissing(unit, subjectId, await unit.today())
}
