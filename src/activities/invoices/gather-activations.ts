import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { batchMax, together } from '../../domain/invoices/activation.ts'
import { processes, workflowIdOf } from '../../domain/processes.ts'
import type { Outcome, OutboxMessage } from '../../kernel/relay/dispatch.ts'
import type { Gathered, Gathering, Send } from '../../kernel/relay/gathering.ts'
import { claimFrom, sourceNamed } from '../../kernel/relay/sources.ts'
import { sendOn } from '../../ports/database/line.ts'

/** How long to wait for further activations before a batch starts. */
const lingerMs = 15

const ownSource = [sourceNamed('invoice_activation')]

const isActivation = ({ kind, workflow }: OutboxMessage) =>
  kind === 'start' && workflow === 'activateInvoice'
const isBatch = ({ kind, workflow }: OutboxMessage) =>
  kind === 'start' && workflow === 'activateBatch'

/** The activations and batches among these, a list for each tenant. */
function activationsIn(messages: readonly OutboxMessage[]): OutboxMessage[][] {
  const those = messages.filter((each) => isActivation(each) || isBatch(each))
  return [...Map.groupBy(those, ({ tenant_id }) => tenant_id).values()]
}

/**
 * A lone activation has a workflow of its own, at once. Where others of the tenant are under way,
 * what comes within a moment goes into one batch; while two are at work, they take in what waits.
 * An activation that a batch had put aside is not gathered again. Two batches over the same
 * activations do no harm. Those that were accepted together are a batch already, which begins once
 * fewer than two are at work.
 */
async function gather(
  pool: Pool,
  send: Send,
  claimed: readonly OutboxMessage[],
  leaseSeconds: number,
): Promise<Gathered> {
  const asked = claimed.filter(isBatch)
  const activations = claimed.filter(isActivation)
  const before = await standingOf(pool, claimed[0]?.tenant_id ?? '', activations)
  const begun = await beginBatches(pool, send, asked, before.room)
  const room = before.room - begun.outcomes.length
  const now = { ...before, room }
  const gathered = await gatherSingle(pool, send, activations, now, leaseSeconds)
  return {
    done: [...begun.done, ...gathered.done],
    alone: [...begun.alone, ...gathered.alone],
    later: [...begun.later, ...gathered.later],
    outcomes: [...begun.outcomes, ...gathered.outcomes],
  }
}

/** As many as there is room for; the others soon. */
async function beginBatches(
  pool: Pool,
  send: Send,
  asked: readonly OutboxMessage[],
  room: number,
): Promise<Gathered> {
  const now = asked.slice(0, Math.max(0, room))
  const outcomes: Outcome[] = []
  for (const message of now) {
    const outcome = await send(message)
    const values = [message.tenant_id, idOf(message)]
    if (outcome.done) await sendOn(pool, [{ text: touch, values }])
    outcomes.push(outcome)
  }
  return {
    done: now.filter((_, at) => outcomes[at]!.done),
    alone: now.filter((_, at) => !outcomes[at]!.done),
    later: asked.slice(now.length),
    outcomes,
  }
}

async function gatherSingle(
  pool: Pool,
  send: Send,
  claimed: readonly OutboxMessage[],
  before: Standings,
  leaseSeconds: number,
): Promise<Gathered> {
  const tenantId = claimed[0]?.tenant_id ?? ''
  const those = (standing: Standing) => claimed.filter((each) => before.of(each) === standing)
  const [done, waiting, taken, aside] = [
    those('over'),
    those('waiting'),
    those('taken'),
    those('aside'),
  ]
  const nothing = { done, alone: aside, later: taken, outcomes: [] }
  if (waiting.length === 0) return nothing
  if (before.isTakingIn) return { ...nothing, later: [...taken, ...waiting] }
  if (waiting.length === 1 && !before.hasOthers)
    return { ...nothing, alone: [...aside, ...waiting] }
  await pause(lingerMs)
  const most = batchMax - waiting.length
  const more = await claimFrom(pool, ownSource, most, leaseSeconds, tenantId)
  const batches = await markedBatches(pool, tenantId, [...waiting, ...more], before.room)
  const marked = new Set(batches.flatMap(({ messages }) => messages))
  const gathered = {
    done: [...done],
    alone: [...aside],
    later: [...taken, ...[...waiting, ...more].filter((each) => !marked.has(each))],
    outcomes: [] as Outcome[],
  }
  for (const { id, messages } of batches) {
    const outcome = await send(batchOf(tenantId, id, messages))
    gathered.outcomes.push(outcome)
    // If Temporal was unreachable, the messages are claimed again later and marked anew.
    if (!outcome.done) await sendOn(pool, [{ text: unmark, values: [tenantId, id] }])
    gathered[outcome.done ? 'done' : 'alone'].push(...messages)
  }
  return gathered
}

export const gatherActivations: Gathering = { among: activationsIn, gather }

interface Batch {
  id: string
  messages: OutboxMessage[]
}

/** What is more than one transaction is shared out: one is calculated while another is written. */
async function markedBatches(
  pool: Pool,
  tenantId: string,
  all: readonly OutboxMessage[],
  room: number,
): Promise<Batch[]> {
  const count = all.length > together ? Math.max(1, room) : 1
  const ids = Array.from({ length: count }, () => randomUUID())
  const batchIds = all.map((_, at) => ids[at % count])
  const values = [tenantId, all.map(idOf), batchIds]
  const [marked] = await sendOn(pool, [{ text: mark, values }])
  const rows = marked!.rows as { id: string; batchId: string }[]
  const batchOfRow = new Map(rows.map((row) => [row.id, row.batchId]))
  const byBatch = Map.groupBy(all, (each) => batchOfRow.get(idOf(each)))
  return ids.flatMap((id) => {
    const messages = byBatch.get(id)
    return messages === undefined ? [] : [{ id, messages }]
  })
}

type Standing = 'over' | 'waiting' | 'taken' | 'aside'

interface Standings {
  of(message: OutboxMessage): Standing
  hasOthers: boolean
  /** How many batches may still begin. */
  room: number
  /** Batches are at work, and will have seen these soon. */
  isTakingIn: boolean
}

interface Looked {
  ids: string[]
  standings: Standing[]
  others: boolean
  batches: number
  young: boolean
}

async function standingOf(
  pool: Pool,
  tenantId: string,
  claimed: readonly OutboxMessage[],
): Promise<Standings> {
  const [looked] = await sendOn(pool, [{ text: look, values: [tenantId, claimed.map(idOf)] }])
  const [found] = looked!.rows as unknown as Looked[]
  const { ids = [], standings = [], others = false, batches = 0, young = false } = found ?? {}
  const standingOf = new Map(ids.map((id, at) => [id, standings[at]!]))
  return {
    of: (messages) => standingOf.get(idOf(messages)) ?? 'over',
    hasOthers: others,
    room: batchesAtOnce - batches,
    isTakingIn: batches >= batchesAtOnce && young,
  }
}

const idOf = ({ input }: OutboxMessage) => String(input['entityId'])

function batchOf(
  tenantId: string,
  batchId: string,
  [first]: readonly OutboxMessage[],
): OutboxMessage {
  return {
    tenant_id: tenantId,
    id: batchId,
    kind: 'start',
    workflow: 'activateBatch',
    workflow_id: workflowIdOf('activateBatch', tenantId, batchId),
    signal: null,
    input: { tenantId, entityId: batchId },
    attributes: {
      RxTenant: tenantId,
      RxEntityType: processes.activateBatch.entity,
      RxEntityId: batchId,
    },
    by_caller: true,
    attempts: 0,
    // One process stands in one trace: in that of whoever came first.
    ...(first?.traceparent != null && { traceparent: first.traceparent }),
  }
}

const batchesAtOnce = 2

/** A batch that has not moved for long takes nothing in, and nothing waits for it for long. */
const look = `
with own as (
  select id, created_at,
    case when status not in ('WAITING', 'RUNNING') then 'over'
      when error is not null then 'aside'
      when batch_id is not null and created_at > now() - interval '10 seconds' then 'taken'
      else 'waiting' end as standing
  from invoice_activation where tenant_id = $1 and id = any($2)),
unsent as (
  select input ->> 'entityId' as batch_id from outbox
  where tenant_id = $1 and workflow = 'activateBatch' and done_at is null and dead_at is null),
moving as (
  select id, batch_id from invoice_activation
  where tenant_id = $1 and ended_at is null and status in ('WAITING', 'RUNNING')
    and updated_at > now() - interval '5 seconds'
    and (batch_id is null or batch_id not in (select batch_id from unsent)) limit 1000)
select array(select id from own order by id) as ids,
  array(select standing from own order by id) as standings,
  exists (select from moving where id <> all($2)) as others,
  (select count(distinct batch_id)::int from moving) as batches,
  coalesce((select min(created_at) > now() - interval '2 seconds' from own
    where standing = 'waiting'), false) as young`

/** Its last one tells for how long a batch is at work, however long it had to wait. */
const touch = `
update invoice_activation set updated_at = now() where tenant_id = $1 and id = (
  select id from invoice_activation
  where tenant_id = $1 and batch_id = $2 and status in ('WAITING', 'RUNNING')
  order by id desc limit 1)`

const mark = `
update invoice_activation a set batch_id = m.batch_id
from unnest($2::uuid[], $3::text[]) as m (id, batch_id)
where a.tenant_id = $1 and a.id = m.id and a.status in ('WAITING', 'RUNNING')
  and a.error is null and (a.batch_id is null or a.created_at < now() - interval '10 seconds')
returning a.id, a.batch_id as "batchId"`

const unmark = `update invoice_activation set batch_id = null
  where tenant_id = $1 and batch_id = $2 and status in ('WAITING', 'RUNNING')`
