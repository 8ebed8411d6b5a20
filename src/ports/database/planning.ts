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

const plansLastMs = 60_000

/**
 * For all that the connections of a pool ever do, which therefore are renewed now and then: its
 * plans follow the tables, which may have grown a thousandfold since the first was made.
 */
export const plannedByKeys = {
  onConnect: async (client: pg.ClientBase) => void (await client.query(settings('session'))),
  maxLifetimeSeconds: plansLastMs / 1000,
}

/** The same for connections that are kept: each forgets its plans once a minute. */
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
