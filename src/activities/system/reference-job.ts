import type { BusinessDate } from '../../domain/dates.ts'
import { jobRunIdOf } from '../../domain/jobs.ts'
import {
  baseRateCodes,
  baseRateOf,
  baseRates,
  halfYearOf,
  isBaseRateCode,
  isOutdated,
  type BaseRateCode,
} from '../../domain/system/base-interest.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import { bundledReferenceRates } from '../../ports/rates/reference-rates.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { baseRatesOn } from './base-rates.ts'
import { heldRun } from './jobs/held-run.ts'
import { leaveErrand } from './leave-errand.ts'
import { addShippedRates, loadReferenceRates } from './load-reference-rates.ts'
import { settleErrand } from './settle-errand.ts'

/** Each business day: what was published, and an errand where nobody has published what holds now. */
export const referenceJob = {
  // What an operator has published may be another each day; without that it is what ships.
  wanted: ({ rates }) => (rates === undefined ? `(${lacksShipped()} or ${lacksPresent})` : 'true'),
  chunk: loadReference,
} satisfies JobWork

const has = 'select 1 from base_interest_rate b where b.tenant_id = t.tenant_id'

/** Whether a tenant `t` lacks what came last of any rate. */
function lacksShipped(): string {
  const last = new Map<string, string>()
  for (const { code, validFrom } of bundledReferenceRates()) {
    if (validFrom > (last.get(code) ?? '')) last.set(code, validFrom)
  }
  const lacks = [...last].map(
    ([code, day]) => `not exists (${has} and b.code = '${code}' and b.valid_from = '${day}')`,
  )
  return lacks.length === 0 ? 'false' : lacks.join(' or ')
}

const ofCountries = baseRateCodes.map((code) => `('${baseRates[code].countryCode}', '${code}')`)

/** Whether it lacks the rate of the half-year in its country, which somebody is then asked for. */
const lacksPresent = `exists (
  select 1 from (values ${ofCountries.join()}) rate (country, code)
  where rate.country = t.country_code and not exists (${has} and b.code = rate.code
    and b.valid_from <= $1::date and b.valid_from >= date_trunc('year', $1::date)
      + case when extract(month from $1::date) < 7 then interval '0' else interval '6 months' end))
  or exists (select 1 from system_errand e where e.tenant_id = t.tenant_id
    and e.dedupe_key in (${baseRateCodes.map((code) => `'baseRate/${code}'`).join()})
    and e.status in ('OPEN', 'IN_PROGRESS'))`

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
    data: { code, validFrom: from, remedy },
    suggestion: { action: 'LOAD_RATES', reason: remedy },
    dedupeKey,
  })
  return 1
}

const remedy =
  'Load what its bank has published by `npx receivables rates load <file>` ' +
  '(CSV: Code,ValidFrom,Rate,Source), or say by RECEIVABLES_RATES where it is read each day; ' +
  'then have it looked at again.'

async function isMissing(unit: Unit, code: BaseRateCode, day: BusinessDate): Promise<boolean> {
  const [known] = await baseRatesOn(unit, day, [code])
  return known === undefined || isOutdated(known, day)
}

/** What was published since is read at once, and the errand ends where the rate is known then. */
export async function loadRatesAgain(unit: Unit): Promise<void> {
  const job = 'rates.reference'
  const asOfDate = await unit.today()
  await heldRun(unit, { job, asOfDate })
  await unit.transaction.query(again, [unit.tenantId, job, asOfDate, unit.now])
  unit.start('runJob', jobRunIdOf(job, asOfDate))
}

const again = `
insert into job_run (tenant_id, job, as_of_date, status, counts, started_at)
values ($1, $2, $3, 'WAITING', '{}', $4)
on conflict (tenant_id, job, as_of_date) do update
  set status = 'WAITING', started_at = excluded.started_at, ended_at = null
  where job_run.status in ('DONE', 'FAILED')`

/** Whether what an errand asks for is still not known. */
export async function isReferenceRateMissing(
  unit: Unit,
  { subjectType, subjectId }: SystemErrand,
): Promise<boolean> {
  if (subjectType !== 'BaseInterestRate' || !isBaseRateCode(subjectId)) return true
  return isMissing(unit, subjectId, await unit.today())
}
