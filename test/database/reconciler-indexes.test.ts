import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overdue } from '../../src/activities/areas.ts'
import { purges } from '../../src/kernel/relay/reconcile.ts'
import { world, type World } from '../support/world.ts'

const rowCount = 20_000

/** What nearly all rows of a table look like that the reconciler asks: settled, or not yet due. */
const settled: Readonly<Record<string, Record<string, string>>> = {
  user_invitation: { status: `'ACCEPTED'` },
  password_reset: { status: `'USED'` },
  webhook_log: { status: `'DELIVERED'` },
  client: { status: `'ACTIVE'` },
  onboarding_step: { status: `'DONE'` },
  client_sync_invoice: { direction: `'EXPORT'`, status: `'DONE'` },
  background_task: { status: `'COMPLETED'` },
  internal_request: { status: `'APPROVED'` },
  factoring_decision: { status: `'DECIDED'` },
  invoice_activation: { status: `'DONE'` },
  outbox: { done_at: `now() - n * interval '5 seconds'` },
  idempotency: { created_at: `now() - n * interval '5 seconds'` },
  login_attempt: { failed_at: `array[now() - n * interval '0.5 seconds']` },
}

let at: World
let relay: pg.Client

beforeAll(async () => {
  at = await world()
  relay = new pg.Client({ connectionString: at.installed.relayUrl })
  await relay.connect()
  await at.owner(`set session_replication_role = replica`)
  for (const [table, values] of Object.entries(settled)) await fill(table, values)
})
afterAll(async () => {
  await relay.end()
  await at.close()
})

/** Rows of many tenants; what a query does not look at is as short as it may be. */
async function fill(table: string, values: Record<string, string>): Promise<void> {
  const checks = await at.owner(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of checks) await at.owner(`alter table ${table} drop constraint "${name}"`)
  const columns = await at.owner(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull`,
    [table],
  )
  const given: Record<string, string> = {
    ...Object.fromEntries(columns.map(({ name, type }) => [name, short(name, String(type))])),
    tenant_id: `'TN' || n % 2000`,
    ...values,
  }
  const names = Object.keys(given).join(', ')
  await at.owner(`insert into ${table} (${names})
    select ${Object.values(given).join(', ')} from generate_series(1, ${rowCount}) n`)
  await at.owner(`analyze ${table}`)
}

function short(name: unknown, type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type.startsWith('timestamp')) return `now() - n * interval '1 second'`
  if (type === 'jsonb') return `'{}'::jsonb`
  if (type === 'boolean') return 'false'
  if (type === 'date') return 'current_date'
  if (type !== 'text' && !type.startsWith('character')) return 'n'
  return String(name).endsWith('id') || name === 'number' ? `'x' || n` : `('x' || n)::${type}`
}

/** Pages that are read to find that there is nothing to do. */
async function pagesOf(sql: string): Promise<number> {
  await relay.query('begin')
  const { rows } = await relay.query(`explain (analyze, buffers, format json) ${sql}`)
  await relay.query('rollback')
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

const few = 20
const asked = Object.entries(overdue).filter((one): one is [string, string] => one[1] !== null)

test.each(asked)('whether %s has left something behind is found by an index', async (_, sql) => {
  expect(await pagesOf(sql)).toBeLessThan(few)
})

test.each(purges.map((sql) => [String(/from (\w+)/.exec(sql)?.[1]), sql] as const))(
  'whether something old is in %s is found by an index',
  async (_, sql) => {
    expect(await pagesOf(sql)).toBeLessThan(few)
  },
)
