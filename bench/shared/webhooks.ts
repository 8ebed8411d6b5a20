import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { encryptSecret } from '../../src/ports/keys/secrets.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { ensureDatabase } from '../../src/install/database.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { until } from './activations.ts'
import { timesOf } from './closed-loop.ts'
import { median, type Bench } from './goal.ts'
import { familyMicros, processorMicros } from './machine.ts'
import { headersOf } from './making.ts'
import { withPlatform, type Platform } from './platform.ts'
import { root, startProgram, type Program } from './programs.ts'
import type { Caller, Stage } from './stage.ts'
import { besideId, nthId } from '../../test/support/ids-inside.ts'

export interface Drained {
  perSecond: number
  /** Of the process that posts, a delivery. */
  micros: number
  /** Of the database, a delivery. */
  databaseMicros: number
  /** On disk, a delivery. */
  bytes: number
}

/** Interface and relay, a receiver over TLS, and tenants with so many subscriptions to it. */
export interface Hooks {
  /** Deliveries that stand in the table when the relay is let at them, until the last has ended. */
  drained(targets: number, count: number, how?: { besideDead: boolean }): Promise<Drained>
  /** Of all changes of logs so far, the share that left every index as it was. */
  inPlace(): Promise<number>
  /** A drain of the raw queue. */
  queue(count: number): Promise<Drained>
  /** Deliveries a second, from the first call of the interface to the last arrival. */
  burst(targets: number, events: number): Promise<number>
  /** The median of milliseconds from a call to its arrival, where nothing else happens. */
  idle(events: number): Promise<number>
  close(): Promise<void>
}

const authority = join(root, 'test/webhooks/certificates/authority.pem')
const callers = 32
const betweenMs = 50

/** What a process that posts to it is told. */
export const trusting = ({ port }: { port: number }) => ({
  RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: `localhost:${port}`,
  NODE_EXTRA_CA_CERTS: authority,
})

/** It stands until it is closed; `flags` go to the Node of the relay, as `--cpu-prof` does. */
export async function openHooks(bench: Bench, flags: readonly string[] = []): Promise<Hooks> {
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<Hooks>()
  const whole = withPlatform(bench, async (platform) => {
    const hooks = await hooksOn(platform, flags)
    const close = async () => {
      ended.resolve()
      await whole
    }
    opened.resolve({ ...hooks, close })
    await ended.promise
    await hooks.close()
  })
  whole.catch(opened.reject)
  return opened.promise
}

async function hooksOn(platform: Platform, flags: readonly string[]): Promise<Hooks> {
  const { stage, address } = platform
  const sink = await startSink()
  const env = { ...trusting(sink), TEMPORAL_ADDRESS: address, RECEIVABLES_LOG_LEVEL: 'warn' }
  await platform.api.stop()
  await platform.relay.stop()
  const api = await stage.api({ env })
  const relay = await stage.role('relay', { env, flags })
  const tenants = new Map<string, Promise<Subscribed>>()
  const subscribed = (targets: number, besideDead = false) => {
    const key = `${targets} ${besideDead}`
    const paths = Array.from({ length: targets }, (_, n) => `/hook/${n}`)
    const all = besideDead ? [...paths, '/dead'] : paths
    const made = tenants.get(key) ?? subscribe(stage, sink, all)
    tenants.set(key, made)
    return made
  }
  return {
    async drained(targets, count, how) {
      return drain(stage, relay, sink, await subscribed(targets, how?.besideDead), count)
    },
    async inPlace() {
      const [row] = await stage.owner(`select n_tup_hot_upd::float / n_tup_upd as share
        from pg_stat_user_tables where relname = 'webhook_log'`)
      return Number(row?.['share'])
    },
    queue: (count) => queue(stage, sink, count),
    async burst(targets, events) {
      const { caller } = await subscribed(targets)
      await sink.reset()
      const began = performance.now()
      await timesOf(events, callers, () => happens(api, caller))
      await until('all have arrived', async () => (await sink.arrived()) >= events * targets)
      return (events * targets) / ((performance.now() - began) / 1000)
    },
    async idle(events) {
      const { caller } = await subscribed(1)
      await happens(api, caller)
      await sleep(betweenMs)
      await sink.reset()
      for (let n = 0; n < events; n++) {
        await happens(api, caller)
        await sleep(betweenMs)
      }
      return median(await sink.agesMs())
    },
    async close() {
      await Promise.all([api.stop(), relay.stop(), sink.stop()])
    },
  }
}

export interface Sink {
  url: string
  port: number
  reset(): Promise<void>
  /** How many came, of those that are answered. */
  arrived(): Promise<number>
  agesMs(): Promise<number[]>
  stop(): Promise<void>
}

interface Stats {
  counts: Record<string, number>
  agesMs: number[]
}

export async function startSink(): Promise<Sink> {
  const port = await freePort()
  const program = await startProgram({
    file: 'bench/subjects/webhook-sink.ts',
    env: { BENCH_PORT: String(port) },
    says: 'it is ready',
  })
  const url = `https://localhost:${port}`
  // Whether it is the one is asked by those who are measured, not by us.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const ask = async (method: 'GET' | 'POST', path: string) =>
    (await request(url + path, { method, dispatcher })).body.json() as Promise<Stats>
  const stats = () => ask('GET', '/stats')
  return {
    url,
    port,
    reset: async () => void (await ask('POST', '/reset')),
    arrived: async () => Object.values((await stats()).counts).reduce((a, b) => a + b, 0),
    agesMs: async () => (await stats()).agesMs,
    async stop() {
      await dispatcher.close()
      await program.stop()
    },
  }
}

let codes = 0

/** By what takes the least of the processor from those that are measured. */
export async function happens({ url }: Program, caller: Caller): Promise<void> {
  const code = `HOOK_${Date.now()}_${++codes}`
  const body = JSON.stringify({ code, type: 'STOP', name: 'Bench' })
  const answer = await request(`${url}/reason-code`, {
    method: 'POST',
    headers: headersOf(caller),
    body,
  })
  if (answer.statusCode !== 201) throw new Error(await answer.body.text())
  await answer.body.dump()
}

interface Subscribed {
  caller: Caller
  alive: string[]
  all: string[]
}

export async function subscribe(
  stage: Stage,
  sink: Sink,
  paths: readonly string[],
): Promise<Subscribed> {
  const caller = await stage.tenant()
  const { tenantId } = caller
  const add = async (path: string) => {
    const id = newId('Webhook')
    const place = { tenantId, table: 'webhook', column: 'key', id }
    const key = encryptSecret(stage.runtime.keys, Buffer.from('k'.repeat(32)), place)
    await stage.owner(
      `insert into webhook (tenant_id, id, title, url, type, trigger, method, key, enabled,
         custom_headers, saved_by, version, created_at, updated_at)
       select $1, $2, 'Bench', $3, 'REASON_CODE', 'PUSH', 'POST', $4, true, '{}', id, 1, now(),
         now()
       from token where tenant_id = $1 order by id limit 1`,
      [tenantId, id, sink.url + path, key],
    )
    return id
  }
  const all: string[] = []
  for (const path of paths) all.push(await add(path))
  return { caller, alive: all.filter((_, at) => paths[at] !== '/dead'), all }
}

const pad = 'x'.repeat(900)
/** What deliveries are stored in. */
const tables = [
  'webhook_attempt',
  'webhook_log',
  'webhook_payload',
  'webhook_queue',
  'webhook_taken',
]

/** The relay is held while the table fills, and while the database learns what is in it. */
async function drain(
  stage: Stage,
  relay: Program,
  sink: Sink,
  { caller: { tenantId }, alive, all }: Subscribed,
  wanted: number,
): Promise<Drained> {
  const ofEach = Math.ceil(wanted / alive.length)
  const count = ofEach * alive.length
  for (const table of tables) {
    await stage.owner(`delete from ${table} where tenant_id = $1`, [tenantId])
  }
  await stage.owner(`vacuum ${tables.join()}`)
  await sink.reset()
  const sizeBefore = await sizeOf(stage)
  process.kill(relay.pid, 'SIGSTOP')
  try {
    await fill(stage, tenantId, all, ofEach * all.length)
    await stage.owner(`vacuum analyze ${tables.join()}`)
  } finally {
    process.kill(relay.pid, 'SIGCONT')
  }
  const cpuBefore = processorMicros(relay.pid)
  const databaseBefore = familyMicros(stage.postgresPid)
  const began = performance.now()
  const left = `select exists (select 1 from webhook_log where tenant_id = $1
    and webhook_id = any($2) and status <> 'DELIVERED') as any`
  await until('all are delivered', async () => {
    const [row] = (await sink.arrived()) < count ? [] : await stage.owner(left, [tenantId, alive])
    return row?.['any'] === false
  })
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: count / seconds,
    micros: (processorMicros(relay.pid) - cpuBefore) / count,
    databaseMicros: (familyMicros(stage.postgresPid) - databaseBefore) / count,
    bytes: ((await sizeOf(stage)) - sizeBefore) / count,
  }
}

async function fill(stage: Stage, tenantId: string, webhooks: string[], count: number) {
  const begins = newId('WebhookLog')
  await stage.owner(
    `with logs as (insert into webhook_log (tenant_id, id, webhook_id, event_id, to_client, type,
       event, subject_type, subject_id, status, automatic_attempts, manual_attempts, due_at,
       created_at)
     select $1, ${besideId('$2::uuid', 'g')}, ($3::uuid[])[1 + g % cardinality($3::uuid[])],
       ${nthId('EV', 'g')}, false, 'REASON_CODE', 'created', 'ReasonCode', 'RC' || g,
       'QUEUED', 0, 0,
       now(),
       now()
     from generate_series(1, $5::int) g returning tenant_id, webhook_id, due_at, id),
     payloads as (insert into webhook_payload (tenant_id, event_id, payload)
     select $1, ${nthId('EV', 'g')},
       json_build_object('id', 'EV' || g, 'seq', g, 'type', 'REASON_CODE',
       'data', json_build_object('id', 'RC' || g, 'pad', $4::text))::text
     from generate_series(1, $5::int) g)
     insert into webhook_queue (tenant_id, webhook_id, due_at, log_id) select * from logs`,
    [tenantId, begins, webhooks, pad, count],
  )
}

async function sizeOf(stage: Stage): Promise<number> {
  const [row] = await stage.owner(
    `select sum(pg_total_relation_size(name::regclass)) as n
     from unnest($1::text[]) as name`,
    [tables],
  )
  return Number(row?.['n'])
}

const run = promisify(execFile)
const queueDatabase = 'webhook_queue'

/** On the same server, in a database of its own, by a process of its own. */
async function queue(
  { installed, postgresPid }: Stage,
  sink: Sink,
  count: number,
): Promise<Drained> {
  const url = new URL(installed.ownerUrl)
  await ensureDatabase(url.href, queueDatabase)
  url.pathname = `/${queueDatabase}`
  const { stdout } = await run(process.execPath, [join(root, 'bench/rivals/webhook-queue.ts')], {
    env: {
      ...process.env,
      BENCH_URL: url.href,
      BENCH_SINK: sink.url,
      BENCH_COUNT: String(count),
      BENCH_POSTGRES: String(postgresPid),
      NODE_EXTRA_CA_CERTS: authority,
    },
  })
  return JSON.parse(stdout) as Drained
}
