import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import type { Pool } from 'pg'
import { processes, workflowIdOf } from '../../domain/processes.ts'
import { dispatch, type Outcome, type Told } from './dispatch.ts'

/** From so many activations of one tenant on, one workflow does all of them. */
const aloneMax = 4
const batchMax = 500

const isActivation = ({ kind, workflow }: Told) =>
  kind === 'start' && workflow === 'activateInvoice'

/** The activations that wait at once, a list for each tenant that has many. */
export function manyOf(told: readonly Told[]): Told[][] {
  const byTenant = Map.groupBy(told.filter(isActivation), ({ tenant_id }) => tenant_id)
  return [...byTenant.values()].filter(({ length }) => length > aloneMax)
}

export interface Gathered {
  /** Told of by the batch, or with nothing left to tell. */
  done: readonly Told[]
  outcome: Outcome
}

/**
 * Takes what else of this tenant waits, and starts one batch of all. An activation that a batch had
 * put aside is not gathered again. Two batches over the same activations do no harm.
 */
export async function gather(
  pool: Pool,
  client: Client,
  claimed: readonly Told[],
  leaseSeconds: number,
): Promise<Gathered & { more: readonly Told[] }> {
  const tenantId = claimed[0]?.tenant_id ?? ''
  const missing = batchMax - claimed.length
  const { rows: more } = await pool.query<Told>(claimMore, [missing, leaseSeconds, tenantId])
  const all = [...claimed, ...more]
  const batchId = randomUUID()
  const { rows } = await pool.query<Marked>(mark, [tenantId, all.map(idOf), batchId])
  const marked = new Map(rows.map((row) => [row.id, row]))
  const over = all.filter((each) => marked.get(idOf(each))?.moving !== true)
  const inBatch = all.filter((each) => marked.get(idOf(each))?.gathered === true)
  if (inBatch.length === 0) return { done: over, outcome: { done: true }, more }
  const outcome = await dispatch(client, batchOf(tenantId, batchId))
  return { done: outcome.done ? [...over, ...inBatch] : over, outcome, more }
}

const idOf = ({ input }: Told) => String(input['entityId'])

function batchOf(tenantId: string, batchId: string): Told {
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
    attempts: 0,
  }
}

const claimMore = `
update outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
where (tenant_id, id) in (
  select tenant_id, id from outbox
  where done_at is null and dead_at is null and due_at <= now()
    and tenant_id = $3 and workflow = 'activateInvoice' and kind = 'start'
  order by due_at limit $1 for update skip locked)
returning tenant_id, id, kind, workflow, workflow_id, signal, input, attributes, attempts`

interface Marked {
  id: string
  moving: boolean
  gathered: boolean
}

const mark = `
with own as (
  select id, status in ('WAITING', 'RUNNING') as moving, error from invoice_activation
  where tenant_id = $1 and id = any($2)),
gathered as (
  update invoice_activation a set batch_id = $3 from own
  where a.tenant_id = $1 and a.id = own.id and own.moving and own.error is null
  returning a.id)
select own.id, own.moving, gathered.id is not null as gathered
from own left join gathered on gathered.id = own.id`
