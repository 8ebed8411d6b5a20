import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { jobRunStatuses } from '../domain/job.ts'
import type { JobName } from '../domain/jobs.ts'
import { businessDate } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

/** What a job did for a tenant and a day. The key makes that each happens once. */
export const JobRun = defineEntity({
  name: 'JobRun',
  ...tenantTable('job_run', {
    silent: true,
    references: { tenantId: 'tenant' },
    // Longer than a year, so that whoever closes one can look up what was done on each of its days.
    keptFor: [{ since: 'as_of_date', by: 'date', days: 400, swept: true }],
  }),
  properties: {
    ...inTenant,
    job: p.string().length(60).$type<JobName>().primary(),
    asOfDate: businessDate().primary(),
    status: p.enum(jobRunStatuses),
    /** How many of what were done, by words of the job's own. */
    counts: p.json<Record<string, number>>(),
    startedAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    /** By what it failed, until it is done after all. */
    error: p.string().length(500).nullable(),
  },
  indexes: [
    { name: 'job_run_age_index', properties: ['asOfDate'] },
    {
      name: 'job_run_open_index',
      properties: ['tenantId', 'startedAt'],
      where: { status: { $in: ['WAITING', 'RUNNING'] } },
    },
  ],
})
export type JobRun = InferEntity<typeof JobRun>
