import pg from 'pg'
import { expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { renewPlans, type Purpose } from '../../src/ports/database/planning.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const change = `explain update reason_code t set name = r.name
  from json_populate_recordset(null::reason_code, $1) r where t.tenant_id = $2 and t.id = r.id`

async function planOf(purpose: Purpose): Promise<string> {
  const principal = platform(tenant.id, 'test')
  const transaction = await Transaction.begin(at.runtime.pool, principal, purpose)
  try {
    const rows = await transaction.query(change, ['[{"id":"RC1"}]', tenant.id])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await transaction.rollback()
  }
}

test('what is found by its key costs the same in a small table and in a large one', async () => {
  for (let n = 0; n < 40; n++) {
    await tenant.api.post('/reason-code', { code: `C${n}`, type: 'OVERRIDE', name: `Code ${n}` })
  }
  await at.owner('analyze reason_code')
  expect(await planOf('report')).toContain('Seq Scan on reason_code')
  const byKeys = await planOf('command')
  expect(byKeys).toContain('Index Scan using reason_code_')
  expect(byKeys).not.toContain('Seq Scan')
})

/** The plan of a statement that was planned when there was no index to be had. */
async function planLater(lastMs: number): Promise<string> {
  const pool = new pg.Pool({
    connectionString: at.installed.runUrl,
    max: 1,
    pipeline: true,
  } as pg.PoolConfig)
  // Its end does not wait for the connections, which go down with the database.
  pool.on('error', () => undefined)
  renewPlans(pool, lastMs)
  const asked = async (...texts: string[]) => {
    const client = await pool.connect()
    for (const text of texts.slice(0, -1)) await client.query(text)
    const { rows } = await client.query(texts.at(-1) ?? '')
    client.release()
    return rows.map((row) => row['QUERY PLAN']).join()
  }
  try {
    const indexes = (to: string) => `set enable_indexscan = ${to}; set enable_bitmapscan = ${to}`
    await asked(
      `set plan_cache_mode = force_generic_plan; ${indexes('off')}`,
      'prepare named(name) as select relkind from pg_class where relname = $1',
      `execute named('tenant')`,
      indexes('on'),
      'select',
    )
    return await asked(`explain execute named('tenant')`)
  } finally {
    await pool.end()
  }
}

test('a connection forgets its plans after a while, and not before', async () => {
  expect(await planLater(60_000)).toContain('Seq Scan')
  expect(await planLater(-1)).toContain('Index Scan')
})

test('commands find their rows so; who reads, reports or works off what is due does not', async () => {
  const modeOf = async (purpose?: 'report' | 'job') => {
    const as = platform(tenant.id, 'test')
    const rows = await inUnit(at.runtime, as, { ...(purpose && { purpose }) }, (unit) =>
      unit.transaction.query('select current_setting($1) as mode', ['plan_cache_mode']),
    )
    return rows[0]?.['mode']
  }
  expect(await modeOf()).toBe('force_generic_plan')
  expect(await modeOf('report')).toBe('auto')
  expect(await modeOf('job')).toBe('auto')
})
