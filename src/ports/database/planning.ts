import type pg from 'pg'
import { poolOf } from './connect.ts'

/** What a transaction is for: a command acts on rows that it names, all others seek theirs. */
export type Purpose = 'command' | 'read' | 'report' | 'job'

/** What finds its rows by their keys is planned once a connection; a search, for what it seeks. */
const planned: Record<Purpose, 'by keys' | 'by values'> = {
  command: 'by keys',
  read: 'by values',
  report: 'by values',
  job: 'by values',
}

/**
 * Else a plan made while a table is small reads all of it, and many a plan is made anew for every
 * key, which takes longer than to find its row.
 */
const byKeys = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

const settings = (scope: 'local' | 'session') =>
  Object.entries(byKeys)
    .map(([name, value]) => `set ${scope} ${name}=${value}`)
    .join(';')

/** For the transaction that it stands in. */
export function planningFor(purpose: Purpose): string {
  return planned[purpose] === 'by keys' ? settingsOfTransaction : ''
}

const settingsOfTransaction = `;${settings('local')}`

/** The same as calls, beside others in one statement. */
export const planningAsSettings = Object.entries(byKeys)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join()

const plansLastMs = 60_000

/**
 * Each connection forgets its plans once a minute: they follow the tables, which may have grown a
 * thousandfold since the first was made.
 */
export function renewPlans(pool: pg.Pool, lastMs = plansLastMs): void {
  const madeAt = new WeakMap<pg.PoolClient, number>()
  pool.on('acquire', (client) => {
    const now = performance.now()
    const since = madeAt.get(client)
    if (since !== undefined && now - since <= lastMs) return
    madeAt.set(client, now)
    // Whoever queries next sees the same broken connection.
    if (since !== undefined) client.query('discard plans').catch(() => undefined)
  })
}

/** Connections that find all they ever do by keys. */
export function poolByKeys(options: pg.PoolConfig): pg.Pool {
  const pool = poolOf({
    ...options,
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => void (await client.query(settings('session'))),
  } as pg.PoolConfig)
  renewPlans(pool)
  return pool
}
