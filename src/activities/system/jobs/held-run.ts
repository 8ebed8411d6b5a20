import type { BusinessDate } from '../../../domain/dates.ts'
import { jobRunIdOf, type JobName } from '../../../domain/jobs.ts'
import type { JobRun } from '../../../entities/job-run.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface JobOfTenant {
  tenantId: string
  job: JobName
  asOfDate: BusinessDate
}

type Held = Pick<JobRun, 'status' | 'counts'> & { error: string | null } & Record<string, unknown>

/** The job's run, locked: a second worker waits here for the first one's chunk. */
export async function heldRun(
  unit: Unit,
  { job, asOfDate }: Pick<JobOfTenant, 'job' | 'asOfDate'>,
): Promise<Held | undefined> {
  unit.takes('job_run', [jobRunIdOf(job, asOfDate)])
  const [run] = await unit.transaction.query<Held>(held, [unit.tenantId, job, asOfDate])
  return run
}

const held = `select status, counts, error from job_run
  where tenant_id = $1 and job = $2 and as_of_date = $3 for no key update`
