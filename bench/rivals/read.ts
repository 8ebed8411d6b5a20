import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

// The same row by the same index, read as thinly as one can: no token, no right, no schema.
// BENCH_URL: the run-time role's; BENCH_TENANT: whose rows; BENCH_POOL: connections;
// BENCH_HOW: `session` sets the tenant once a connection, `transaction` in each request's own.

const { BENCH_URL = '', BENCH_TENANT = '', BENCH_POOL = '8', BENCH_HOW = 'session' } = process.env

const pool = new pg.Pool({
  connectionString: BENCH_URL,
  max: Number(BENCH_POOL),
  pipeline: true,
} as pg.PoolConfig)
const setTenant = `select set_config('app.tenant_id', '${BENCH_TENANT}', `
pool.on('connect', (client) => {
  if (BENCH_HOW === 'session') void client.query(`${setTenant} false)`)
})

const text = `select "tenant_id", "id", "code", "type", "name", "description", "active", "version",
  "created_at" as "createdAt", "updated_at" as "updatedAt"
  from "reason_code" where "tenant_id" = $1 and "code" = $2`

const inSession = (code: string) =>
  pool.query({ name: 'one', text, values: [BENCH_TENANT, code] }).then(({ rows }) => rows[0])

/** All three leave in one write: the thinnest transaction there is. */
async function inTransaction(code: string) {
  const client = await pool.connect()
  try {
    const [, found] = await Promise.all([
      client.query(`begin;${setTenant} true)`),
      client.query({ name: 'one', text, values: [BENCH_TENANT, code] }),
      client.query('commit'),
    ])
    return found.rows[0]
  } finally {
    client.release()
  }
}

const find = BENCH_HOW === 'session' ? inSession : inTransaction

const app = new Hono()
app.get('/', (context) => context.json({}))
app.get('/reason-code/:code', async (context) => {
  const row = await find(context.req.param('code'))
  if (row === undefined) return context.json({ code: 'NOT_FOUND' }, 404)
  const { tenant_id: _, ...shown } = row
  return context.json(shown)
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`READY ${port}`),
)
