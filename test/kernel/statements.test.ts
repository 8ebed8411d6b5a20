import { expect, test } from 'vitest'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const onlyConnection = () =>
  new Pool({
    url: at.installed.runUrl,
    connections: 1,
    queue: 1,
    name: 'test of statements',
    onLost: () => undefined,
  })

const begun = (pool: Pool) => Transaction.begin(pool, { tenantId: tenant.id }, 'command')

const backend = 'select pg_backend_pid() as pid'

test('a statement is parsed once a connection, whoever sends it', async () => {
  const pool = onlyConnection()
  try {
    for (let n = 0; n < 3; n++) {
      const transaction = await begun(pool)
      const rows = await transaction.prepared('select $1::int as n', [n])
      expect(rows).toEqual([{ n }])
      await transaction.commit()
    }
    const transaction = await begun(pool)
    const parsed = await transaction.query(
      `select generic_plans + custom_plans as used from pg_prepared_statements
       where statement = 'select $1::int as n'`,
    )
    expect(parsed).toEqual([{ used: '3' }])
    await transaction.rollback()
  } finally {
    await pool.close()
  }
})

test('a connection that knows thousands of statements ends when it is given back', async () => {
  const pool = onlyConnection()
  try {
    const first = await begun(pool)
    const [before] = await first.query(backend)
    const asked = Array.from({ length: 2_001 }, (_, n) =>
      first.prepared(`select $1::int + ${n} as n`, [n]),
    )
    expect((await Promise.all(asked)).at(-1)).toEqual([{ n: 4_000 }])
    await first.commit()
    const second = await begun(pool)
    const [after] = await second.query(backend)
    expect(after).not.toEqual(before)
    expect(await second.prepared('select $1::int + 1 as n', [1])).toEqual([{ n: 2 }])
    await second.rollback()
  } finally {
    await pool.close()
  }
})
