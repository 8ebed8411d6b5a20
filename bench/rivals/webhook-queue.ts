import { createHmac } from 'node:crypto'
import pg from 'pg'
import { Pool } from 'undici'
import { familyMicros } from '../shared/machine.ts'

// The raw durable queue: claims by SKIP LOCKED in batches, a POST each, ends by arrays.
// BENCH_URL: a database of its own; BENCH_POSTGRES: the process of its server;
// BENCH_SINK: where to; BENCH_COUNT: how many.

const { BENCH_URL = '', BENCH_SINK = '', BENCH_COUNT = '0', BENCH_POSTGRES = '' } = process.env
const postgresPid = Number(BENCH_POSTGRES)
const count = Number(BENCH_COUNT)
const loops = 2
const postsOfLoop = 32
const batch = 200
const key = 'k'.repeat(32)
const pad = 'x'.repeat(900)

const claim = `update delivery d set next_at = now() + interval '30 s' from (
    select id from delivery where done_at is null and next_at <= now() order by next_at, id
    limit ${batch} for update skip locked) x
  where d.id = x.id returning d.id, d.webhook_id, d.payload::text as body`
const end = `with a as (insert into attempt (delivery_id, no, status, ms, response)
    select d, 1, s, m, '{"ok":true}' from unnest($1::bigint[], $2::int[], $3::int[]) x (d, s, m))
  update delivery set done_at = now() where id = any($1::bigint[])`

const owner = new pg.Client({ connectionString: BENCH_URL })
await owner.connect()
await owner.query(`
  drop table if exists delivery, attempt;
  create table delivery (id bigint generated always as identity primary key, tenant_id int not null,
    webhook_id text not null, url text not null, payload jsonb not null,
    next_at timestamptz not null default now(), done_at timestamptz);
  create index delivery_due on delivery (next_at, id) where done_at is null;
  create table attempt (delivery_id bigint not null, no smallint not null,
    at timestamptz not null default now(), status int not null, ms int not null, response text,
    primary key (delivery_id, no))`)
const pool = new Pool(BENCH_SINK, { connections: loops * postsOfLoop, pipelining: 1 })
const clients = await Promise.all(
  Array.from({ length: loops }, async () => {
    const client = new pg.Client({ connectionString: BENCH_URL })
    await client.connect()
    return client
  }),
)

// Until the code is warm and the connections stand, what is measured is the compiler.
await fill(Math.ceil(count / 4))
await drained()
const sizeBefore = await bytes()
await fill(count)
const [cpuBefore, databaseBefore] = [process.cpuUsage(), familyMicros(postgresPid)]
const began = performance.now()
await drained()
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
const told = {
  perSecond: count / seconds,
  micros: (user + system) / count,
  databaseMicros: (familyMicros(postgresPid) - databaseBefore) / count,
  bytes: ((await bytes()) - sizeBefore) / count,
}
for (const client of [...clients, owner]) await client.end()
await pool.close()
console.log(JSON.stringify(told))

async function fill(n: number): Promise<void> {
  await owner.query(
    `insert into delivery (tenant_id, webhook_id, url, payload)
     select 1 + g % 100, 'WHRL' || g, '/hook', jsonb_build_object('id', 'WHRL' || g, 'seq', g,
       'type', 'INVOICE', 'data', jsonb_build_object('id', 'I' || g, 'pad', $1::text))
     from generate_series(1, ${n}) g`,
    [pad],
  )
  await owner.query('vacuum analyze delivery')
}

async function drained(): Promise<void> {
  await Promise.all(clients.map(drain))
}

interface Claimed {
  id: string
  webhook_id: string
  body: string
}

async function drain(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<Claimed>({ name: 'claim', text: claim })
    if (rows.length === 0) return
    const ends: [string[], number[], number[]] = [[], [], []]
    let next = 0
    const posting = Array.from({ length: postsOfLoop }, async () => {
      while (next < rows.length) {
        const row = rows[next++]!
        const began = performance.now()
        ends[1].push(await post(row))
        ends[0].push(row.id)
        ends[2].push(Math.round(performance.now() - began))
      }
    })
    await Promise.all(posting)
    await client.query({ name: 'end', text: end, values: ends })
  }
}

async function post({ webhook_id: id, body }: Claimed): Promise<number> {
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const answer = await pool.request({
    path: '/hook',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-id': id,
      'x-webhook-signature': signature,
    },
    body,
  })
  await answer.body.dump()
  return answer.statusCode
}

async function bytes(): Promise<number> {
  const size = `select pg_total_relation_size('delivery') + pg_total_relation_size('attempt') as n`
  return Number((await owner.query<{ n: string }>(size)).rows[0]?.n)
}
