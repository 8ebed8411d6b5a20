import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overdue } from '../../src/activities/areas.ts'
import { purges } from '../../src/kernel/relay/reconcile.ts'
import { fill } from '../support/fill.ts'
import { world, type World } from '../support/world.ts'

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
  document: { distribution_status: `'SENT'` },
  payment_request: { direction: `'PULL'`, status: `'COMPLETED'`, attempts: '1', amount: '1' },
  invoice_activation: { status: `'DONE'`, ended_at: 'now()' },
  outbox: { done_at: `now() - n * interval '5 seconds'` },
  idempotency: { created_at: `now() - n * interval '5 seconds'` },
  job_run: { as_of_date: 'current_date - n % 300' },
  schedule: { enabled: 'true', next_run_at: `now() + interval '1 day'` },
  schedule_run: { status: `'SENT'`, planned_at: `now() - n % 300 * interval '1 day'` },
  login_attempt: { failed_at: `array[now() - n * interval '0.5 seconds']` },
}

let at: World
let relay: pg.Client

beforeAll(async () => {
  at = await world()
  relay = new pg.Client({ connectionString: at.installed.relayUrl })
  await relay.connect()
  const ofMany = { tenant_id: 'n % 2000' }
  for (const [table, values] of Object.entries(settled)) {
    await fill(at, table, { ...ofMany, ...values }, 20_000)
  }
})
afterAll(async () => {
  await relay.end()
  await at.close()
})

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
