import { setTimeout as pause } from 'node:timers/promises'
import {
  batchMax,
  chunk,
  internalFailure,
  isUnderWay,
  together,
  type Standing,
} from '../../domain/invoices/activation.ts'
import { Refusal } from '../../domain/refusal.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { startSettled } from '../../entities/table.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import { isTemporary, type Task } from '../../kernel/write/activity.ts'
import { inUnit, inUnitByNotes } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { startActivation } from './accept-for-activation.ts'
import { afterActivations } from './after-activation.ts'
import { beginAndBook } from './begin-activation.ts'
import { bookActivations } from './book-activation.ts'
import { errorText, failActivations } from './fail-activation.ts'
import {
  asActivation,
  lockActivations,
  standingOf,
  type Activating,
  type Step,
} from './in-activation.ts'
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

/** How long a batch waits for further activations before it ends. */
const lingerMs = 15

/**
 * Takes the next activations of a batch through all their steps, some of them in one transaction:
 * one bad invoice never stops the others. Those that come meanwhile are among them, until they are
 * as many as a chunk has, since the engine asks more for a chunk than the database for several.
 */
export async function activateChunk(task: Task): Promise<BatchProgress> {
  for (let taken = 0; ;) {
    const { next, references, last } = await inUnit(
      task.runtime,
      asActivation(task.tenantId),
      task,
      (unit) => takeNext(unit, task.entityId),
    )
    // What happens to an activation comes after it was asked for, whoever's clock says so.
    const timed = { ...task, now: new Date(Math.max(task.now.getTime(), last + 1)) }
    for (let at = 0; at < next.length; at += together) {
      await activateSet(timed, next.slice(at, at + together), references)
    }
    taken += next.length
    let progress = await further(task, next.length > 0)
    if (!progress.open && next.length > 0 && progress.total < batchMax) {
      await pause(lingerMs)
      progress = await further(task, true)
    }
    if (!progress.open || taken >= chunk) return progress
  }
}

const further = (task: Task, takesIn: boolean): Promise<BatchProgress> =>
  inUnit(task.runtime, asActivation(task.tenantId), task, async (unit) => {
    const [, progress] = await Promise.all([
      takesIn ? takeIn(unit, task.entityId) : undefined,
      progressOf(unit, task.entityId),
    ])
    return progress
  })

async function activateSet(
  task: Task,
  ids: readonly string[],
  references: References,
): Promise<void> {
  const begun = await through(task, ids, 'beginAndBook', (unit, all) =>
    beginAndBook(unit, all, references),
  )
  const { files, failed } = await makeFiles(task, idsAt('DOCUMENTS', begun))
  for (const [id, error] of failed) await putAside(task, id, finalOf(error))
  const made = await through(task, [...files.keys()], 'bookActivations', async (unit, all) => {
    await addDocuments(unit, all, files)
    await unit.flush()
    return bookActivations(unit, all)
  })
  const booked = idsAt('POST_ACTIVATE', new Map([...begun, ...made]))
  await through(task, booked, 'afterActivations', afterActivations)
}

/** Where activations stand, by their ids. */
type Standings = ReadonlyMap<string, Standing>

const idsAt = (step: Standing['step'], standings: Standings): string[] =>
  [...standings].flatMap(([id, { status, step: next }]) =>
    next === step && isUnderWay(status) ? [id] : [],
  )

/**
 * A step of all of them in one transaction; who is refused is left to a person. If it fails, each
 * half has one of its own, so that what is only some's is found soon.
 */
async function through(
  task: Task,
  ids: readonly string[],
  name: string,
  step: Step,
): Promise<Standings> {
  const [only] = ids
  if (only === undefined) return new Map()
  try {
    return await stepped(task, ids, name, step)
  } catch (thrown) {
    const error = finalOf(thrown)
    if (ids.length === 1) return putAside(task, only, error)
  }
  const middle = Math.ceil(ids.length / 2)
  const first = await through(task, ids.slice(0, middle), name, step)
  return new Map([...first, ...(await through(task, ids.slice(middle), name, step))])
}

/** What is away is thrown on: nothing else of the batch would go through either. */
function finalOf(thrown: unknown): unknown {
  const error = asUnavailable(thrown)
  if (error instanceof Refusal && error.status >= 500) throw error
  return error
}

async function stepped(
  task: Task,
  ids: readonly string[],
  name: string,
  step: Step,
): Promise<Standings> {
  const { all, refused } = await inActivations(task, ids, async (unit, activating) => {
    return { all: activating, refused: await step(unit, activating) }
  })
  crashPoint('after-step', () => [name])
  if (refused.size > 0) {
    await inActivations(task, [...refused.keys()], (unit, those) =>
      failActivations(unit, those, ({ activation }) => refused.get(activation.id)!),
    )
  }
  const passed = all.filter(({ activation }) => !refused.has(activation.id))
  return new Map(passed.map(({ activation }) => [activation.id, standingOf(activation)]))
}

const inActivations = <Result>(
  task: Task,
  ids: readonly string[],
  work: (unit: Unit, all: Activating[]) => Promise<Result>,
): Promise<Result> =>
  inUnitByNotes(task.runtime, asActivation(task.tenantId), task, async (unit) =>
    work(unit, await lockActivations(unit, ids)),
  )

/** A refusal of the database is left to a person; what else fails is retried in its own process. */
async function putAside(task: Task, id: string, error: unknown): Promise<Standings> {
  const refused = error instanceof Refusal
  const failure = refused ? { code: error.code, message: error.message } : internalFailure
  if (!refused) {
    const { workflowId } = task
    task.runtime.log.error({ err: error, workflowId, activationId: id }, 'an activation broke')
  }
  await inActivations(task, [id], async (unit, activating) => {
    if (refused && !isTemporary(error)) {
      return failActivations(unit, activating, () => failure)
    }
    for (const { activation } of activating) {
      unit.update(InvoiceActivation, activation, { error: errorText(failure) })
      startActivation(unit, activation)
    }
  })
  return new Map()
}

/**
 * The tenant's activations that came meanwhile and were not sent, once no other waits in the
 * batch; nobody has to send them then. A full batch takes in no more and ends: whoever counts it
 * counts no more than that.
 */
async function takeIn(unit: Unit, batchId: string): Promise<void> {
  await unit.transaction.prepared(
    `update invoice_activation set batch_id = $2, updated_at = now(), ${startSettled}
     where tenant_id = $1 and id in (
       select id from invoice_activation
       where tenant_id = $1 and ended_at is null
         and status = 'WAITING' and batch_id is null and error is null
         and updated_at > now() - interval '2 seconds'
         and not exists (select from invoice_activation o where o.tenant_id = $1
           and o.batch_id = $2 and o.status in ('WAITING', 'RUNNING') and o.error is null)
       order by updated_at limit greatest(0, least(${together}, ${batchMax} - (
         select count(*) from invoice_activation b where b.tenant_id = $1 and b.batch_id = $2)))
       for update skip locked)`,
    [unit.tenantId, batchId],
  )
}

interface Next extends Referable, Row {
  activationId: string
  createdAt: Date
}

/** References are taken first: a transaction that takes one blocks all others of the client. */
async function takeNext(
  unit: Unit,
  batchId: string,
): Promise<{ next: string[]; references: References; last: number }> {
  const rows = await unit.transaction.prepared<Next>(
    `select a.id as "activationId", a.created_at as "createdAt", i.id, i.client_id as "clientId", i.type,
       i.payment_reference as "paymentReference"
     from invoice_activation a join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = $1 and a.batch_id = $2
       and a.status in ('WAITING', 'RUNNING') and a.error is null order by a.id limit ${chunk}`,
    [unit.tenantId, batchId],
  )
  const references = await reserveReferences(unit, rows)
  const last = Math.max(0, ...rows.map(({ createdAt }) => createdAt.getTime()))
  return { next: rows.map(({ activationId }) => activationId), references, last }
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
