import { broken } from '../../domain/invoices/activation.ts'
import { Refusal } from '../../domain/refusal.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { unlessAway } from '../database-errors.ts'
import { isPassing, type Task } from '../task.ts'
import { inUnit, type Unit } from '../unit.ts'
import { startActivation } from './accept-for-activation.ts'
import { afterActivations } from './after-activation.ts'
import { beginActivations } from './begin-activation.ts'
import { bookActivations } from './book-activation.ts'
import { failActivations, told } from './fail-activation.ts'
import { asActivation, lockActivations, type Activating } from './in-activation.ts'
import { addDocuments, makeFiles } from './make-documents.ts'

/** How far a batch has come; while it is open there are more to activate. */
export interface BatchProgress {
  open: boolean
  total: number
  done: number
  failed: number
  /** Handed over to a process of their own, which tries again for longer. */
  alone: number
}

const chunk = 50

/**
 * Takes the next activations of a batch through all their steps, each step of all of them in one
 * transaction. Where that fails, each is alone in its own: one bad invoice never stops the others.
 */
export async function activateChunk(task: Task): Promise<BatchProgress> {
  const next = await inUnit(task.runtime, asActivation(task.tenantId), task, (unit) =>
    nextOf(unit, task.entityId),
  )
  const steps = [
    stepOf(beginActivations),
    documents,
    stepOf(bookActivations),
    stepOf(afterActivations),
  ]
  let ids: readonly string[] = next
  for (const step of steps) ids = await through(task, ids, step)
  return inUnit(task.runtime, asActivation(task.tenantId), task, (unit) =>
    progressOf(unit, task.entityId),
  )
}

type Step = (task: Task, ids: readonly string[]) => Promise<void>
type Work = (unit: Unit, activating: Activating[]) => Promise<void>

const stepOf =
  (work: Work): Step =>
  (task, ids) =>
    together(task, ids, work)

const documents: Step = async (task, ids) => {
  const files = await makeFiles(task, ids)
  if (files.size === 0) return
  await together(task, [...files.keys()], (unit, activating) =>
    addDocuments(unit, activating, files),
  )
}

async function together(task: Task, ids: readonly string[], work: Work): Promise<void> {
  await inUnit(task.runtime, asActivation(task.tenantId), task, async (unit) =>
    work(unit, await lockActivations(unit, ids)),
  )
  crashPoint('after-step', () => [work.name])
}

/** Those that the step let through. */
async function through(task: Task, ids: readonly string[], step: Step): Promise<readonly string[]> {
  if (ids.length === 0) return ids
  try {
    await step(task, ids)
    return ids
  } catch (thrown) {
    const error = unlessAway(thrown)
    if (error instanceof Refusal && error.status >= 500) throw error
    const [only] = ids
    if (ids.length === 1 && only !== undefined) {
      await putAside(task, only, error)
      return []
    }
  }
  const passed: string[] = []
  for (const id of ids) passed.push(...(await through(task, [id], step)))
  return passed
}

/** What is refused is left to a person; whatever else went wrong is tried again by itself. */
async function putAside(task: Task, id: string, error: unknown): Promise<void> {
  const refused = error instanceof Refusal
  const failure = refused ? { code: error.code, message: error.message } : broken
  if (!refused) {
    const { workflowId } = task
    task.runtime.log.error({ err: error, workflowId, activationId: id }, 'an activation broke')
  }
  await together(task, [id], async (unit, activating) => {
    if (refused && !isPassing(error)) return failActivations(unit, activating, failure)
    for (const { activation } of activating) {
      activation.error = told(failure)
      startActivation(unit, activation)
    }
  })
}

async function nextOf(unit: Unit, batchId: string): Promise<string[]> {
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from invoice_activation where tenant_id = $1 and batch_id = $2
     and status in ('WAITING', 'RUNNING') and error is null order by id limit ${chunk}`,
    [unit.tenantId, batchId],
  )
  return rows.map(({ id }) => id)
}

async function progressOf(unit: Unit, batchId: string): Promise<BatchProgress> {
  const [counts] = await unit.transaction.query<Record<keyof BatchProgress, number>>(
    `select count(*)::int as total,
       count(*) filter (where booked_at is not null)::int as done,
       count(*) filter (where status = 'FAILED')::int as failed,
       count(*) filter (where moving and error is not null)::int as alone,
       count(*) filter (where moving and error is null)::int as open
     from (select *, status in ('WAITING', 'RUNNING') as moving from invoice_activation
       where tenant_id = $1 and batch_id = $2) of_batch`,
    [unit.tenantId, batchId],
  )
  const { total = 0, done = 0, failed = 0, alone = 0, open = 0 } = counts ?? {}
  return { open: open > 0, total, done, failed, alone }
}
