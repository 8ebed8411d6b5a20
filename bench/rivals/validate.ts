import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { Invoice } from '../subjects/invoice.ts'

// One route that validates an invoice with zod, and nothing else.

const app = new Hono({ router: new TrieRouter() })
app.post('/invoices', async (context) => {
  const read = Invoice.safeParse(await context.req.json())
  if (!read.success) return context.json({ code: 'INVALID' }, 400)
  return context.json({ id: `I${read.data.invoiceNumber}` }, 201)
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`READY ${port}`),
)
