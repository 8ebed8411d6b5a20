import type pg from 'pg'

/** What finds its rows by their keys is planned once a connection; a search, for what it seeks. */
export type Planning = 'by keys' | 'by values'

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
export const planningByKeys = settings('local')

/** For all that a pool's connections ever do. */
export function planByKeys(pool: pg.Pool): void {
  pool.on('connect', (client) => tell(client, settings('session')))
}

const plansLastMs = 60_000

/** Plans follow the tables, which may have grown a thousandfold since the first was made. */
export function renewPlans(pool: pg.Pool, lastMs = plansLastMs): void {
  const madeAt = new WeakMap<pg.PoolClient, number>()
  pool.on('acquire', (client) => {
    const now = performance.now()
    const since = madeAt.get(client)
    if (since === undefined || now - since > lastMs) madeAt.set(client, now)
    if (since !== undefined && now - since > lastMs) tell(client, 'discard plans')
  })
}

/** Whoever queries next sees the same broken connection. */
function tell(client: pg.PoolClient, text: string): void {
  client.query(text).catch(() => undefined)
}
