import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import type { JobName } from '../../src/domain/jobs.ts'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import type { TestTenant, World } from './world.ts'

/** A job of a day for one tenant, as its workflow does it; what became of it. */
export async function jobDone(
  at: World,
  { id: tenantId }: Pick<TestTenant, 'id'>,
  job: JobName,
  day: string,
  runtime: Runtime = at.runtime,
): Promise<Record<string, unknown> | undefined> {
  const work = { runtime, now: new Date(`${day}T12:00:00Z`), workflowId: 'run-job/test' }
  await claimJobPage({ ...work, job, asOfDate: day, after: '', asked: { tenantId } })
  await runJobForTenant({ ...work, job, tenantId, asOfDate: day })
  const [run] = await at.owner(
    `select status, counts, error from job_run
     where tenant_id = $1 and job = $2 and as_of_date = $3`,
    [tenantId, job, day],
  )
  return run
}

/** The errands that jobs left, by what they are about. */
export const errandsOf = (at: World, { id }: Pick<TestTenant, 'id'>, type: string) =>
  at.owner(
    `select status, severity, title, subject_id as subject, data from system_errand
     where tenant_id = $1 and type = $2 order by dedupe_key`,
    [id, type],
  )
