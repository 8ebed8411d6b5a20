import { platform } from '../../../domain/access/principal.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { jobRunIdOf, jobs, type JobName } from '../../../domain/jobs.ts'
import type { AtWork, StepFailure } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { leaveErrand } from '../leave-errand.ts'
import { heldRun, type JobOfTenant } from './held-run.ts'

/** It is given up for this tenant and day, until a person has it done again; nobody else waits. */
export async function failJobRun(
  of: AtWork & JobOfTenant & { failure: StepFailure },
): Promise<void> {
  const { runtime, tenantId, job, asOfDate, workflowId, now, failure } = of
  const as = platform(tenantId, `job ${job}`)
  await inUnit(runtime, as, { workflowId, now }, async (unit) => {
    const run = await heldRun(unit, of)
    if (run === undefined || run.status === 'DONE' || run.status === 'FAILED') return
    const error = `${failure.code}: ${failure.message}`.slice(0, 500)
    await unit.transaction.query(fail, [tenantId, job, asOfDate, error, now])
    await leaveErrand(unit, {
      type: 'JOB',
      subjectType: 'JobRun',
      subjectId: jobRunIdOf(job, asOfDate),
      severity: 'HIGH',
      title: `Not done for ${asOfDate}: ${jobs[job].summary}`,
      data: { job, asOfDate, ...failure },
      suggestion: { action: 'RUN_JOB' },
      dedupeKey: errandKeyOf(job, asOfDate),
    })
  })
}

export const errandKeyOf = (job: JobName, asOfDate: BusinessDate) =>
  `job/${jobRunIdOf(job, asOfDate)}`

const fail = `update job_run set status = 'FAILED', error = $4, ended_at = $5
  where tenant_id = $1 and job = $2 and as_of_date = $3`
