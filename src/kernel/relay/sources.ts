import type { Pool } from 'pg'
import { processes, workflowIdOf } from '../../domain/processes.ts'
import { allTables, columnNamed, startSettled, type Starts } from '../../entities/table.ts'
import '../../entities/all.ts'
import { named } from '../../ports/database/statements.ts'
import type { OutboxMessage } from './dispatch.ts'

/**
 * Where messages for Temporal wait: the outbox, and each table whose rows ask for their process.
 * A message is taken for a while; what became of it is written down only if nobody else has taken
 * it, or asked anew, since.
 */
export interface Source {
  table: string
  /** Taken for so many seconds; those of one tenant alone where one is named. */
  claim(pool: Pool, most: number, leaseSeconds: number, tenantId?: string): Promise<OutboxMessage[]>
  /** They were sent, or are needed no more. */
  acknowledge(pool: Pool, messages: readonly OutboxMessage[]): Promise<void>
  /** Not tried: they may be taken again after a while. */
  giveBack(pool: Pool, messages: readonly OutboxMessage[], forMs: number): Promise<void>
  postpone(pool: Pool, message: OutboxMessage, failed: Failed): Promise<void>
  /** Whether a start waits here for the process that the signal is for. */
  hasStartOf(pool: Pool, signal: OutboxMessage): Promise<boolean>
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

export const claim =
  named(`update outbox set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
where (tenant_id, id) in (
  select tenant_id, id from outbox
  where done_at is null and dead_at is null and due_at <= now()
  order by due_at limit $1 for update skip locked)
returning tenant_id, id, kind, workflow, workflow_id, signal, input, attributes, attempts`)

const acknowledge = named(`update outbox set done_at = now() where (tenant_id, id) in (${isIn})`)

const giveBack = named(`update outbox set attempts = attempts - 1,
  due_at = now() + make_interval(secs => $3::float / 1000) where (tenant_id, id) in (${isIn})`)

const startWaits = `select 1 from outbox where tenant_id = $1 and workflow_id = $2
  and kind = 'start' and done_at is null and dead_at is null limit 1`

const postpone = `update outbox set due_at = now() + make_interval(secs => $3), last_error = $4,
  dead_at = case when $5 then now() end where tenant_id = $1 and id = $2`

const outbox: Source = {
  table: 'outbox',
  async claim(pool, most, leaseSeconds) {
    const { rows } = await pool.query({ ...claim, values: [most, leaseSeconds] })
    return rows
  },
  async acknowledge(pool, messages) {
    await pool.query({ ...acknowledge, values: keysOf(messages) })
  },
  async giveBack(pool, messages, forMs) {
    await pool.query({ ...giveBack, values: [...keysOf(messages), forMs] })
  },
  async postpone(pool, { tenant_id: tenantId, id }, { seconds, error, dead }) {
    await pool.query(postpone, [tenantId, id, seconds, error, dead])
  },
  async hasStartOf(pool, { tenant_id: tenantId, workflow_id: workflowId }) {
    return (await pool.query(startWaits, [tenantId, workflowId])).rowCount !== 0
  },
}

interface StartRow {
  [key: `key${number}`]: string | number
  tenant_id: string
  id: string
  client: string | null
  attempts: number
  taken: string
}

/** A row whose start waits, as a message that nobody had to write. */
const messageOf =
  (table: string, { process, key }: Starts) =>
  ({ tenant_id: tenantId, id, client, attempts, taken, ...keys }: StartRow): OutboxMessage => ({
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
    attempts,
    source: table,
    taken,
  })

function statementsOf(table: string, { key, client }: Starts) {
  const claimed = (ofTenant: string) =>
    named(`update ${table} set start_attempts = coalesce(start_attempts, 0) + 1,
  start_due_at = now() + make_interval(secs => $2)
where (tenant_id, id) in (
  select tenant_id, id from ${table}
  where starts_at <= now() and (start_due_at is null or start_due_at <= now())${ofTenant}
  order by starts_at limit $1 for update skip locked)
returning tenant_id, id, ${key.map((name, at) => `${columnNamed(name)} as key${at}`).join()},
  ${client === undefined ? 'null' : columnNamed(client)} as client, start_attempts as attempts,
  start_due_at::text as taken`)
  const those = `from unnest($1::int[], $2::uuid[], $3::timestamptz[]) m (tenant_id, id, taken)
    where t.tenant_id = m.tenant_id and t.id = m.id and t.start_due_at = m.taken`
  return {
    claim: claimed(''),
    claimOfTenant: claimed(' and tenant_id = $3'),
    acknowledge: named(`update ${table} t set ${startSettled} ${those}`),
    giveBack: named(`update ${table} t set start_attempts = start_attempts - 1,
      start_due_at = now() + make_interval(secs => $4::float / 1000) ${those}`),
    postpone: named(`update ${table} t set start_error = $5,
      start_due_at = now() + make_interval(secs => $4),
      starts_at = case when $6 then null else starts_at end ${those}`),
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
    async claim(pool, most, leaseSeconds, tenantId) {
      const values = [most, leaseSeconds]
      const { rows } = await pool.query<StartRow>(
        tenantId === undefined
          ? { ...sql.claim, values }
          : { ...sql.claimOfTenant, values: [...values, tenantId] },
      )
      return rows.map(shown)
    },
    async acknowledge(pool, messages) {
      await pool.query({ ...sql.acknowledge, values: takenOf(messages) })
    },
    async giveBack(pool, messages, forMs) {
      await pool.query({ ...sql.giveBack, values: [...takenOf(messages), forMs] })
    },
    async postpone(pool, message, { seconds, error, dead }) {
      const values = [...takenOf([message]), seconds, error, dead]
      await pool.query({ ...sql.postpone, values })
    },
    async hasStartOf(pool, signal) {
      if (signal.workflow !== starts.process) return false
      const values = [signal.tenant_id, signal.input['entityId']]
      return (await pool.query(sql.waits, values)).rowCount !== 0
    },
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
