import type { Pool } from 'pg'
import { processes, workflowIdOf } from '../../domain/processes.ts'
import { allTables, columnNamed, startSettled, type Starts } from '../../entities/table.ts'
import '../../entities/all.ts'
import { sendOn } from '../../ports/database/line.ts'
import type { Statement } from '../../ports/database/statements.ts'
import { claimOfOutbox, claimOfStarts, claimOfTenantStarts } from './claims.ts'
import type { OutboxMessage } from './dispatch.ts'

/**
 * Where messages for Temporal wait: the outbox, and each table whose rows ask for their process.
 * A message is taken for a while; what became of it is written down only if nobody else has taken
 * it, or asked anew, since.
 */
export interface Source {
  table: string
  /**
   * Takes them for so many seconds, of all tenants in turn, some of whom may have more turns; those
   * of one alone where it is named.
   */
  claim(most: number, leaseSeconds: number, of?: string | Weights): Statement
  /** What was taken, as messages. */
  claimed(rows: readonly object[]): OutboxMessage[]
  /** They were sent, or are needed no more. */
  acknowledge(messages: readonly OutboxMessage[]): Statement
  /** Not tried: they may be taken again after a while. */
  giveBack(messages: readonly OutboxMessage[], forMs: number): Statement
  postpone(message: OutboxMessage, failed: Failed): Statement
  /** Finds a row if a start waits here for the process that the signal is for. */
  startOf(signal: OutboxMessage): Statement | undefined
}

/** Of tenants that do not weigh 1. */
export type Weights = ReadonlyMap<string, number>

const asValues = (of: string | Weights = new Map()) =>
  typeof of === 'string' ? [of] : [[...of.keys()], [...of.values()]]

/** Takes from several at once, as one message. */
export async function claimFrom(
  pool: Pool,
  from: readonly Source[],
  ...how: Parameters<Source['claim']>
): Promise<OutboxMessage[]> {
  const statements = from.map((source) => source.claim(...how))
  const results = await sendOn(pool, statements)
  return from.flatMap((source, at) => source.claimed(results[at]!.rows))
}

interface Failed {
  seconds: number
  error: string
  /** It is not tried again. */
  dead: boolean
}

const keysOf = (messages: readonly OutboxMessage[]) => [
  messages.map(({ tenant_id }) => tenant_id),
  messages.map(({ id }) => id),
]

const isIn = 'select * from unnest($1::int[], $2::uuid[])'

const acknowledge = `update outbox set done_at = now() where (tenant_id, id) in (${isIn})`

const giveBack = `update outbox set attempts = attempts - 1,
  due_at = now() + make_interval(secs => $3::float / 1000) where (tenant_id, id) in (${isIn})`

const startWaits = `select 1 from outbox where tenant_id = $1 and workflow_id = $2
  and kind = 'start' and done_at is null and dead_at is null limit 1`

const postpone = `update outbox set due_at = now() + make_interval(secs => $3), last_error = $4,
  dead_at = case when $5 then now() end where tenant_id = $1 and id = $2`

const outbox: Source = {
  table: 'outbox',
  claim: (most, leaseSeconds, of) => ({
    text: claimOfOutbox,
    values: [most, leaseSeconds, ...asValues(of)],
  }),
  claimed: (rows) => rows as OutboxMessage[],
  acknowledge: (messages) => ({ text: acknowledge, values: keysOf(messages) }),
  giveBack: (messages, forMs) => ({ text: giveBack, values: [...keysOf(messages), forMs] }),
  postpone: ({ tenant_id: tenantId, id }, { seconds, error, dead }) => ({
    text: postpone,
    values: [tenantId, id, seconds, error, dead],
  }),
  startOf: ({ tenant_id: tenantId, workflow_id: workflowId }) => ({
    text: startWaits,
    values: [tenantId, workflowId],
  }),
}

interface StartRow {
  [key: `key${number}`]: string | number
  tenant_id: string
  id: string
  client: string | null
  attempts: number
  traceparent: string | null
  taken: string
}

/** A row whose start waits, as a message that nobody had to write. */
const messageOf =
  (table: string, { process, key }: Starts) =>
  ({
    tenant_id: tenantId,
    id,
    client,
    attempts,
    traceparent,
    taken,
    ...keys
  }: StartRow): OutboxMessage => ({
    tenant_id: tenantId,
    id,
    kind: 'start',
    workflow: process,
    workflow_id: workflowIdOf(process, tenantId, key.map((_, at) => keys[`key${at}`]).join('/')),
    signal: null,
    input: { tenantId, entityId: id },
    attributes: {
      RxTenant: tenantId,
      RxEntityType: processes[process].entity,
      RxEntityId: id,
      ...(client !== null && { RxClient: client }),
    },
    by_caller: true,
    attempts,
    traceparent,
    source: table,
    taken,
  })

function statementsOf(table: string, { key, client }: Starts) {
  const keys = key.map((name, at) => `${columnNamed(name)} as key${at}`).join()
  const returned = `tenant_id, id, ${keys},
  ${client === undefined ? 'null' : columnNamed(client)} as client,
  start_attempts as attempts, start_traceparent as traceparent,
  start_due_at::text as taken`
  const those = `from unnest($1::int[], $2::uuid[], $3::timestamptz[]) m (tenant_id, id, taken)
    where t.tenant_id = m.tenant_id and t.id = m.id and t.start_due_at = m.taken`
  return {
    claim: claimOfStarts(table, returned),
    claimOfTenant: claimOfTenantStarts(table, returned),
    acknowledge: `update ${table} t set ${startSettled} ${those}`,
    giveBack: `update ${table} t set start_attempts = start_attempts - 1,
      start_due_at = now() + make_interval(secs => $4::float / 1000) ${those}`,
    postpone: `update ${table} t set start_error = $5,
      start_due_at = now() + make_interval(secs => $4),
      starts_at = case when $6 then null else starts_at end ${those}`,
    waits: `select 1 from ${table} where tenant_id = $1 and id = $2 and starts_at is not null`,
  }
}

const takenOf = (messages: readonly OutboxMessage[]) => [
  ...keysOf(messages),
  messages.map(({ taken }) => taken),
]

/** Rows that have the columns of `startable`. */
function sourceOf(table: string, starts: Starts): Source {
  const sql = statementsOf(table, starts)
  const shown = messageOf(table, starts)
  return {
    table,
    claim: (most, leaseSeconds, of) => ({
      text: typeof of === 'string' ? sql.claimOfTenant : sql.claim,
      values: [most, leaseSeconds, ...asValues(of)],
    }),
    claimed: (rows) => (rows as StartRow[]).map(shown),
    acknowledge: (messages) => ({ text: sql.acknowledge, values: takenOf(messages) }),
    giveBack: (messages, forMs) => ({ text: sql.giveBack, values: [...takenOf(messages), forMs] }),
    postpone: (message, { seconds, error, dead }) => ({
      text: sql.postpone,
      values: [...takenOf([message]), seconds, error, dead],
    }),
    startOf: ({ workflow, tenant_id: tenantId, input }) =>
      workflow === starts.process
        ? { text: sql.waits, values: [tenantId, input['entityId']] }
        : undefined,
  }
}

export const sources: readonly Source[] = [
  outbox,
  ...allTables().flatMap(({ table, starts }) =>
    starts === undefined ? [] : [sourceOf(table, starts)],
  ),
]

/** Where a message came from. */
export function sourceNamed(name = 'outbox'): Source {
  const found = sources.find(({ table }) => table === name)
  if (found === undefined) throw new Error(`no messages come from ${name}`)
  return found
}
