import { dayIn, type BusinessDate } from '../../../domain/dates.ts'
import { daysInReach, lastDayOf } from '../../../domain/job.ts'
import { jobs, type JobName } from '../../../domain/jobs.ts'
import type { AtWork } from '../../../kernel/write/activity.ts'
import { acrossTenants } from './across-tenants.ts'

/** A job of a time zone, and the instant for which its schedule began it. */
export interface ScheduledJob {
  job: JobName
  timeZone: string
  scheduledAt: number
}

/**
 * The days for which the job is still to be done, the earliest first: its scheduled day, even if
 * that is long ago, days that began meanwhile, and missed days of tenants for which it was done
 * before.
 */
export async function planJob(of: AtWork & ScheduledJob): Promise<BusinessDate[]> {
  const { runtime, job, timeZone, scheduledAt, now } = of
  const scheduled = dayIn(timeZone, new Date(scheduledAt))
  const last = lastDayOf(jobs[job], timeZone, now)
  const days = [scheduled, ...daysInReach(last)].filter((day) => day <= last)
  const rows = await acrossTenants<{ day: BusinessDate }>(runtime, openDays, [
    job,
    timeZone,
    [...new Set(days)],
    scheduled,
    jobs[job].everyMinutes === undefined ? null : new Date(scheduledAt),
  ])
  return rows.map(({ day }) => day)
}

const openDays = `
select d.day::text as day from unnest($3::date[]) as d (day)
where (d.day >= $4::date or exists (
    select 1 from tenant t join job_run earlier using (tenant_id)
    where t.time_zone = $2 and earlier.job = $1 and earlier.as_of_date < d.day))
  and exists (
    select 1 from tenant t
    left join job_run r on r.tenant_id = t.tenant_id and r.job = $1 and r.as_of_date = d.day
    where t.time_zone = $2 and (t.created_at at time zone $2)::date <= d.day
      and (coalesce(r.status, 'WAITING') in ('WAITING', 'RUNNING')
        or (d.day = $4::date and r.status = 'DONE' and r.ended_at < $5::timestamptz)))
order by d.day`
