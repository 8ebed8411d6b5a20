import type { BusinessDate } from '../../../domain/dates.ts'
import { isJobName, type JobName } from '../../../domain/jobs.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { JobRun } from '../../../entities/job-run.ts'
import type { SystemErrand } from '../../../entities/system-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { heldRun } from './held-run.ts'

/** What failed is done once more, now. */
export async function retryJobRun(unit: Unit, runId: string): Promise<void> {
  const run = runOf(runId) ?? notFound()
  if ((await heldRun(unit, run))?.status !== 'FAILED') refuse('JOB_RUN_NOT_FAILED')
  unit.start('runJob', runId)
}

/** What stands still is looked at every minute: its errand ends by itself when that is over. */
export async function hasJobFailed(
  unit: Unit,
  { subjectType, subjectId }: SystemErrand,
): Promise<boolean> {
  if (subjectType === 'Standstill') return true
  const run = runOf(subjectId)
  if (run === undefined) return false
  return (await unit.find(JobRun, { ...run, status: 'FAILED' })) !== null
}

function runOf(id: string): { job: JobName; asOfDate: BusinessDate } | undefined {
  const [job = '', asOfDate = ''] = id.split('/')
  return isJobName(job) ? { job, asOfDate } : undefined
}
