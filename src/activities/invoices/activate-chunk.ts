import { batchMax, chunk, internalFailure } from '../../domain/invoices/activation.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import { isTemporary, type Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { startActivation } from './accept-for-activation.ts'
import { afterActivations } from './after-activation.ts'
import { beginActivations, beginAndBook } from './begin-activation.ts'
import { bookActivations } from './book-activation.ts'
import { failActivations, errorText } from './fail-activation.ts'
import { asActivation, lockActivations, type Activating } from './in-activation.ts'
import { addDocuments, makeFiles } from './make-documents.ts'
import { reserveReferences, type Referable, type References } from './reserve-references.ts'

/** The progress of a batch; while `open` is true there are more to activate. */
export interface BatchProgress {
  open: boolean
  total: number
  done: number
  failed: number
  /** Activations that got a process of their own, which retries for longer. */
  alone: number
}

/**
 * Takes the next activations of a batch through all their steps, each step of all of them in one
 * transaction. Where that fails, each is alone in its own: one bad invoice never stops the others.
 */
export async function activateChunk(task: Task): Promise<BatchProgress> {
  const { next, references } = await inUnit(
    task.runtime,
    asActivation(task.tenantId),
    task,
    (unit) => takeNext(unit, task.entityId),
  )
  const steps = [
    beginWith(references),
    documents,
    stepOf(bookActivations),
    stepOf(afterActivations),
  ]
  let ids: readonly string[] = next
  for (const step of steps) ids = await stillMoving(task, await through(task, ids, step))
  return inUnit(task.runtime, asActivation(task.tenantId), task, async (unit) => {
    if (next.length > 0) await takeIn(unit, task.entityId)
    return progressOf(unit, task.entityId)
  })
}

type Step = (task: Task, ids: readonly string[]) => Promise<void>
type Work = (unit: Unit, activating: Activating[]) => Promise<void>

const stepOf =
  (work: Work): Step =>
  (task, ids) =>
    together(task, ids, work)

/**
 * Begins and books in one transaction; if that fails, only begins, and the booking step reports it.
 */
function beginWith(references: References): Step {
  return async (task, ids) => {
    try {
      await together(task, ids, (unit, all) => beginAndBook(unit, all, references))
    } catch {
      await together(task, ids, (unit, all) => beginActivations(unit, all, references))
    }
  }
}

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

/** The activations that passed the step. */
async function through(task: Task, ids: readonly string[], step: Step): Promise<readonly string[]> {
  if (ids.length === 0) return ids
  try {
    await step(task, ids)
    return ids
  } catch (thrown) {
    const error = asUnavailable(thrown)
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

/** A refusal is left to a person; any other failure is retried in a process of its own. */
async function putAside(task: Task, id: string, error: unknown): Promise<void> {
  const refused = error instanceof Refusal
  const failure = refused ? { code: error.code, message: error.message } : internalFailure
  if (!refused) {
    const { workflowId } = task
    task.runtime.log.error({ err: error, workflowId, activationId: id }, 'an activation broke')
  }
  await together(task, [id], async (unit, activating) => {
    if (refused && !isTemporary(error)) return failActivations(unit, activating, failure)
    for (const { activation } of activating) {
      activation.error = errorText(failure)
      startActivation(unit, activation)
    }
  })
}

/**
 * The tenant's activations that came meanwhile and were not sent, once no other waits in the
 * batch. A full batch takes in no more and ends: whoever counts it counts no more than that.
 */
async function takeIn(unit: Unit, batchId: string): Promise<void> {
  await unit.transaction.prepared(
    `update invoice_activation set batch_id = $2, updated_at = now()
     where tenant_id = $1 and id in (
       select id from invoice_activation
       where tenant_id = $1 and status = 'WAITING' and batch_id is null and error is null
         and updated_at > now() - interval '2 seconds'
         and not exists (select from invoice_activation o where o.tenant_id = $1
           and o.batch_id = $2 and o.status in ('WAITING', 'RUNNING') and o.error is null)
       order by updated_at limit greatest(0, least(${chunk}, ${batchMax} - (
         select count(*) from invoice_activation b where b.tenant_id = $1 and b.batch_id = $2)))
       for update skip locked)`,
    [unit.tenantId, batchId],
  )
}

interface Next extends Referable, Row {
  activationId: string
}

/** References are taken first: a transaction that takes one blocks all others of the client. */
async function takeNext(
  unit: Unit,
  batchId: string,
): Promise<{ next: string[]; references: References }> {
  const rows = await unit.transaction.prepared<Next>(
    `select a.id as "activationId", i.id, i.client_id as "clientId", i.type,
       i.payment_reference as "paymentReference"
     from invoice_activation a join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = $1 and a.batch_id = $2
       and a.status in ('WAITING', 'RUNNING') and a.error is null order by a.id limit ${chunk}`,
    [unit.tenantId, batchId],
  )
  const references = await reserveReferences(unit, rows)
  return { next: rows.map(({ activationId }) => activationId), references }
}

/** The activations for which the following steps have work. */
async function stillMoving(task: Task, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return ids
  const rows = await inUnit(task.runtime, asActivation(task.tenantId), task, (unit) =>
    unit.transaction.prepared<{ id: string }>(
      `select id from invoice_activation where tenant_id = $1 and id = any($2)
       and status in ('WAITING', 'RUNNING') order by id`,
      [unit.tenantId, ids],
    ),
  )
  return rows.map(({ id }) => id)
}

async function progressOf(unit: Unit, batchId: string): Promise<BatchProgress> {
  const [counts] = await unit.transaction.prepared<Record<keyof BatchProgress, number>>(
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
