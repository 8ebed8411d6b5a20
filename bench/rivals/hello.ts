import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// The least that can be served with what we are built on.

const app = new Hono()
app.get('/', (context) => context.json({ hello: 'world' }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`READY ${port}`),
)
