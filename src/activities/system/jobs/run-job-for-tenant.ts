import { platform } from '../../../domain/access/principal.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { isTemporary, type AtWork } from '../../../kernel/write/activity.ts'
import { asUnavailable } from '../../../kernel/write/database-errors.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { settleErrand } from '../settle-errand.ts'
import { errandKeyOf, failJobRun } from './fail-job-run.ts'
import { heldRun, type JobOfTenant } from './held-run.ts'

/** Does the job for a tenant and a day, chunk by chunk; what was done is never done again. */
export async function runJobForTenant(of: AtWork & JobOfTenant): Promise<'DONE' | 'FAILED'> {
  const { runtime, tenantId, job, workflowId, now } = of
  const as = platform(tenantId, `job ${job}`)
  const origin = { workflowId, now, purpose: 'job' } as const
  try {
    let after: string | null = ''
    while (after !== null) {
      const from: string = after
      after = await inUnit(runtime, as, origin, (unit) => nextChunk(unit, of, from))
    }
    return 'DONE'
  } catch (thrown) {
    const error = asUnavailable(thrown)
    if (error instanceof Refusal && isTemporary(error)) throw error
    runtime.log.error({ err: error, workflowId, tenantId }, 'a job broke for a tenant')
    await failJobRun({ ...of, failure: failureSaid(error) })
    return 'FAILED'
  }
}

/** After which thing it goes on; null where this was the end, or somebody else has come to it. */
async function nextChunk(unit: Unit, of: JobOfTenant, after: string): Promise<string | null> {
  const { job, asOfDate } = of
  const run = await heldRun(unit, of)
  if (run === undefined || run.status === 'DONE' || run.status === 'FAILED') return null
  const chunk = await unit.runtime.registered.jobs[job].chunk(unit, asOfDate, after)
  const isDone = chunk.after === null
  const counts = plus(run.counts, chunk.counts)
  await unit.flush()
  await unit.transaction.query(keep, [
    unit.tenantId,
    job,
    asOfDate,
    isDone ? 'DONE' : 'RUNNING',
    JSON.stringify(counts),
    isDone ? unit.now : null,
  ])
  if (isDone && run.error !== null) {
    await settleErrand(unit, errandKeyOf(job, asOfDate), 'The job is done for this day')
  }
  return chunk.after
}

const keep = `update job_run set status = $4, counts = $5, ended_at = $6,
    error = case when $4 = 'DONE' then null else error end
  where tenant_id = $1 and job = $2 and as_of_date = $3`

function plus(
  counts: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...counts }
  for (const [what, n] of Object.entries(more)) sum[what] = (sum[what] ?? 0) + n
  return sum
}

function failureSaid(error: unknown) {
  return error instanceof Refusal
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: 'Something went wrong on our side' }
}
