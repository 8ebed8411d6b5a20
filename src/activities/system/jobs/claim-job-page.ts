import type { BusinessDate } from '../../../domain/dates.ts'
import type { Job } from '../../../domain/job.ts'
import { isJobName, jobs, type JobName } from '../../../domain/jobs.ts'
import { notFound } from '../../../domain/refusal.ts'
import type { AtWork } from '../../../kernel/write/activity.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { closedDaysOf } from '../../../ports/calendar/closed-days.ts'
import { acrossTenants } from './across-tenants.ts'

/** A job for a day, and after which tenant of the zone the page begins. */
export interface JobPage {
  job: JobName
  /** Of any zone where a tenant is named. */
  timeZone?: string | undefined
  asOfDate: BusinessDate
  after: string
  /**
   * Asked for by a person: of one tenant where it is named, and once more where it had failed; by
   * `again` only there.
   */
  asked?: { tenantId?: string | undefined; again?: boolean } | undefined
  /** For when it was scheduled: one of several times a day is then done again. */
  scheduledAt?: number | undefined
}

export interface ClaimedPage {
  /** After which tenant the next page begins; null where this was the last. */
  next: string | null
  seen: number
  /** The tenants for which it is to be done now. */
  tenants: string[]
}

const pageSize = 200

/**
 * Writes down for a page of tenants that the job is theirs for the day; for those with nothing to
 * do it is done with that. What was written down before stays, so that each happens once.
 */
export async function claimJobPage(of: AtWork & JobPage): Promise<ClaimedPage> {
  const { runtime, job, timeZone, asOfDate, after, asked, now } = of
  // A workflow may be begun by whoever reaches Temporal, and name what is no job.
  if (!isJobName(job)) return notFound()
  const { wanted } = runtime.registered.jobs[job]
  const hasWork = typeof wanted === 'string' ? wanted : wanted(runtime)
  const isAsked = asked !== undefined
  const tenantId = asked?.tenantId ?? null
  const page = [asOfDate, job, timeZone ?? null, after, tenantId, pageSize, now, isAsked]
  const open = await openCountries(runtime, jobs[job], page)
  const which = open === null ? hasWork : `t.country_code = any ($11) and (${hasWork})`
  const isAgain = asked?.again === true
  const before = endedBefore(of)
  await acrossTenants(runtime, claim(which), [
    ...page,
    isAgain,
    ...(open === null ? [before] : [before, open]),
  ])
  const rows = await acrossTenants<{ tenant_id: string; open: boolean }>(runtime, standing, page)
  return {
    next: rows.length < pageSize ? null : (rows.at(-1)?.tenant_id ?? null),
    seen: rows.length,
    tenants: rows.filter(({ open }) => open).map((row) => row.tenant_id),
  }
}

/** Of a job that is done several times a day, what was done before this time is done again. */
function endedBefore({ job, scheduledAt, asked, now }: AtWork & JobPage): Date | null {
  if (jobs[job].everyMinutes === undefined || asked?.again === true) return null
  if (asked !== undefined) return now
  return scheduledAt === undefined ? null : new Date(scheduledAt)
}

/** Of a job of business days, the countries of this page where banks are open on the day. */
async function openCountries(
  runtime: Runtime,
  { days }: Job,
  page: readonly unknown[],
): Promise<string[] | null> {
  if (days === undefined) return null
  const of = `select distinct country_code as country from (${tenantsOfPage}) t
    where $2::text is not null`
  const countries = await acrossTenants<{ country: string }>(runtime, of, page.slice())
  const asOfDate = page[0] as BusinessDate
  return countries.flatMap(({ country }) => (closedDaysOf(country)(asOfDate) ? [] : [country]))
}

/** No day is done before it has come; one from before a tenant was there only where it is asked for. */
const tenantsOfPage = `
select t.tenant_id, t.country_code, t.time_zone from tenant t
where ($3::text is null or t.time_zone = $3) and t.tenant_id > $4
  and ($5::int is null or t.tenant_id = $5)
  and ($8::boolean or (t.created_at at time zone t.time_zone)::date <= $1::date)
  and ($7::timestamptz at time zone t.time_zone)::date >= $1::date
order by t.tenant_id limit $6`

const ofDay = 'r.tenant_id = t.tenant_id and r.job = $2 and r.as_of_date = $1::date'

const claim = (wanted: string) => `
insert into job_run (tenant_id, job, as_of_date, status, counts, started_at, ended_at)
select tenant_id, $2, $1::date, case when wanted then 'WAITING' else 'DONE' end, '{}',
  $7::timestamptz, case when wanted then null else $7::timestamptz end
from (select t.tenant_id, (${wanted}) as wanted
  from (${tenantsOfPage}) t left join job_run r on ${ofDay}
  where (r.status is null and not $9) or ($8 and r.status = 'FAILED')
    or (r.status = 'DONE' and r.ended_at < $10::timestamptz) offset 0) claimed
on conflict (tenant_id, job, as_of_date) do update
  set status = case when job_run.status = 'DONE' then excluded.status else 'WAITING' end,
    started_at = excluded.started_at,
    ended_at = case when job_run.status = 'DONE' then excluded.ended_at end
  where ($8 and job_run.status = 'FAILED')
    or (job_run.status = 'DONE' and job_run.ended_at < $10::timestamptz)`

const standing = `
select t.tenant_id, coalesce(r.status in ('WAITING', 'RUNNING'), false) as open
from (${tenantsOfPage}) t left join job_run r on ${ofDay}
order by 1`
