import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { lineOf } from '../../src/ports/database/line.ts'
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

test('what is sent in one tick fails as if each had been sent by itself', async () => {
  const pool = onlyConnection()
  try {
    const transaction = await begun(pool)
    const sent = [`select 1 as first`, `select 1 / 0`, `select 3 as third`].map((text) =>
      transaction.prepared(text, []),
    )
    const [first, failed, third] = await Promise.allSettled(sent)
    expect(first).toMatchObject({ value: [{ first: 1 }] })
    expect(failed).toMatchObject({ reason: { code: '22012' } })
    expect(third).toMatchObject({ reason: { code: '25P02', cause: { code: '22012' } } })
    await expect(transaction.commit()).rejects.toThrow()
    const next = await begun(pool)
    expect(await next.prepared('select 4 as fourth', [])).toEqual([{ fourth: 4 }])
    await next.rollback()
  } finally {
    await pool.close()
  }
})

test('one that stands twice in a message is described once, and each answer is its own', async () => {
  const pool = onlyConnection()
  try {
    const client = await pool.client()
    const twice = { text: 'select $1::int as one_of_two', values: [1] }
    const other = { text: 'select $1::json as beside_two', values: [['a']] }
    const results = await lineOf(client).send([twice, twice, other])
    expect(results.map(({ rows }) => rows)).toEqual([
      [{ one_of_two: 1 }],
      [{ one_of_two: 1 }],
      [{ beside_two: ['a'] }],
    ])
    client.release()
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

test('a statement that fails, or that the database has lost, is parsed anew', async () => {
  const pool = onlyConnection()
  const divide = (by: number) =>
    pool.client().then(async (client) => {
      try {
        const [result] = await lineOf(client).send([
          { text: 'select 6 / $1::int as n', values: [by] },
        ])
        return result?.rows
      } catch (error) {
        return (error as { code: string }).code
      } finally {
        client.release()
      }
    })
  try {
    expect([await divide(0), await divide(2)]).toEqual(['22012', [{ n: 3 }]])
    const client = await pool.client()
    await lineOf(client).say('deallocate all')
    client.release()
    expect([await divide(3), await divide(3)]).toEqual(['26000', [{ n: 2 }]])
  } finally {
    await pool.close()
  }
})

test('what waits to be sent keeps the types of its values, whatever is described meanwhile', async () => {
  const [pool, other] = [onlyConnection(), onlyConnection()]
  const text = 'select $1::uuid as waiting'
  const id = newId('Client')
  try {
    const [client, busy] = [await pool.client(), await other.client()]
    await lineOf(client).send([{ text, values: [id] }])
    await lineOf(busy).say(`set lock_timeout = '60s'; set statement_timeout = '60s'`)
    await lineOf(client).send([{ text: 'select pg_advisory_lock($1)', values: [4711] }])
    // Another connection than before: it has not parsed it, and takes what is noted of it.
    const held = lineOf(busy).send([{ text: 'select pg_advisory_lock($1)', values: [4711] }])
    const waiting = lineOf(busy).send([{ text, values: [id] }])
    for (let n = 0; n < 10_200; n += 600) {
      const some = Array.from({ length: 600 }, (_, at) => ({
        text: `select $1::int + ${n + at} as more`,
        values: [1],
      }))
      await lineOf(client).send(some)
    }
    await lineOf(client).send([{ text: 'select pg_advisory_unlock($1)', values: [4711] }])
    await held
    expect((await waiting)[0]?.rows).toEqual([{ waiting: id }])
    for (const each of [client, busy]) each.release(true)
  } finally {
    await Promise.all([pool.close(), other.close()])
  }
}, 60_000)

test('values travel by the types that the database names, as one message or as many', async () => {
  const pool = onlyConnection()
  try {
    const client = await pool.client()
    const when = new Date('2026-03-29T01:02:03.456Z')
    const text = `select $1::timestamptz as at, $2::text[] as words, $3::jsonb as many, $4::bigint as n,
      $5::date as day, $6::boolean as yes, $7::bytea as bytes, $8::text as none`
    const words = ['a "b" \\', 'c,{d}', null]
    const bytes = Buffer.from([0, 255])
    const values = [when, words, [{ a: 1 }], 2n ** 60n, '2026-02-28', true, bytes, undefined]
    const line = lineOf(client)
    const all = await Promise.all([
      line.send([
        { text, values },
        { text: 'select $1::int as n', values: [1] },
      ]),
      line.send([{ text, values }]),
    ])
    const n = String(2n ** 60n)
    const row = { at: when, words, many: [{ a: 1 }], n, day: '2026-02-28', yes: true, bytes }
    expect(all.map((each) => each[0]?.rows)).toEqual([
      [{ ...row, none: null }],
      [{ ...row, none: null }],
    ])
    expect(all[0][1]?.rows).toEqual([{ n: 1 }])
    client.release()
  } finally {
    await pool.close()
  }
})

test('what failed holds no lock any more when that is told', async () => {
  const [one, other] = [onlyConnection(), onlyConnection()]
  const [failing, asking] = await Promise.all([one.client(), other.client()])
  try {
    for (let n = 0; n < 300; n++) {
      // What it has to take back takes the database a moment.
      const lots = `select set_config('app.lots' || n, 'x', true) from generate_series(1, 500) n`
      const lock = { text: 'select pg_advisory_xact_lock($1::int)', values: [n] }
      const fails = { text: 'select 1 / $1::int', values: [0] }
      const sent = lineOf(failing).send([lock, { text: lots, values: [] }, fails])
      await expect(sent).rejects.toMatchObject({ code: '22012' })
      const free = { text: 'select pg_try_advisory_lock($1::int) as got', values: [n] }
      expect((await lineOf(asking).send([free]))[0]?.rows).toEqual([{ got: true }])
    }
  } finally {
    failing.release()
    asking.release(true)
    await Promise.all([one.close(), other.close()])
  }
})

test('a statement of long ago still knows the types of its values, whatever came since', async () => {
  const pool = onlyConnection()
  const client = await pool.client()
  try {
    const line = lineOf(client)
    const early = {
      text: 'select $1::uuid as id, $2::text[] as words',
      values: [newId('Client'), ['a']],
    }
    const [first] = await line.send([early])
    for (let sent = 0; sent < 10_000; sent += 500) {
      await line.send(
        Array.from({ length: 500 }, (_, n) => ({ text: `select ${sent + n} as n`, values: [] })),
      )
    }
    const late = { text: 'select $1::int8 as late, $2::text as word', values: ['7', 'w'] }
    const [lately, again] = await line.send([late, early])
    expect([lately?.rows, again]).toEqual([[{ late: '7', word: 'w' }], first])
    expect(await line.send([early, late])).toEqual([first, lately])
  } finally {
    client.release(true)
    await pool.close()
  }
})

test('a value that cannot be read fails its message alone', async () => {
  const pool = onlyConnection()
  const client = await pool.client()
  try {
    const line = lineOf(client)
    const ofNoKind = 'select $1::text::uuid as id'
    const values = ['eeeeeeee-eeee-eeee-eeee-eeeeeeeeeeee']
    const one = { text: 'select 1 as n', values: [] }
    await expect(line.send([one, { text: ofNoKind, values }])).rejects.toThrow('of no kind of id')
    const joined = [one, { text: ofNoKind, values }, one].map((each) => line.join(each))
    const ended = (await Promise.allSettled(joined)).map(({ status }) => status)
    expect(ended).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await line.send([{ text: 'select 1 as n', values: [] }]))[0]?.rows).toEqual([{ n: 1 }])
  } finally {
    client.release(true)
    await pool.close()
  }
})
