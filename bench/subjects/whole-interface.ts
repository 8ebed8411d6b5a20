import { registered } from '../../src/activities/areas.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pino from 'pino'
import { createOrm } from '../../src/kernel/write/runtime.ts'
import { buildApp } from '../../src/kernel/http/app.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { operation } from '../../src/kernel/http/operation.ts'
import { steadyTables } from '../../src/entities/table.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { bareRepositories } from '../../src/ports/git/bare-repositories.ts'
import { Poster } from '../../src/ports/webhooks/post.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'
import { sftpServers } from '../../src/ports/sftp/put-file.ts'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import { erpPorts } from '../../src/ports/erp/erp-ports.ts'
import { shippedRails } from '../../src/ports/rails/shipped-rails.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { Invoice, InvoiceMade } from './invoice.ts'
import { specifiedAreas } from './specified-areas.ts'

// Every specified route is registered; one takes an invoice from anybody, one from who may.
// BENCH_URL: the run-time role's; BENCH_POOL: connections; BENCH_MASTER_KEY.

const { BENCH_URL = '', BENCH_POOL = '8', BENCH_MASTER_KEY = '' } = process.env

const described = { summary: 'Take an invoice', body: Invoice, returns: InvoiceMade }

const own = {
  takeInvoice: operation('POST /invoices', { open: 'to measure the chain' }, described).handle(
    async ({ body }) => ({ id: `I${body.invoiceNumber}` }),
  ),
  takeInvoiceOfCaller: operation('POST /invoices/preview', 'PreviewInvoices', described).handle(
    async ({ body }) => ({ id: `I${body.invoiceNumber}` }),
  ),
}

const log = pino({ level: 'error' })
const pool = new Pool({
  url: BENCH_URL,
  connections: Number(BENCH_POOL),
  queue: 1000,
  name: 'bench',
  steady: steadyTables(),
  onLost: () => undefined,
})
const runtime = {
  pool,
  orm: createOrm(),
  keys: deriveKeys(BENCH_MASTER_KEY),
  mail: { send: async () => undefined },
  documents: folderStore(join(tmpdir(), 'receivables-bench')),
  apart: new Apart(),
  erp: erpPorts(join(tmpdir(), 'receivables-bench')),
  bankFeeds: bankFeedPorts(join(tmpdir(), 'receivables-bench'), { allowedHosts: new Set() }),
  fileServers: sftpServers({ allowedHosts: new Set() }),
  refusedReach: () => undefined,
  rails: shippedRails,
  git: bareRepositories(join(tmpdir(), 'receivables-bench')),
  poster: new Poster({}),
  engine: { connected: () => Promise.reject(new Error('no engine here')) },
  log,
  publicUrl: 'http://bench',
  eventsUrl: 'http://bench',
  registered,
}
const kernel = await createKernel(runtime, { rateLimit: 1_000_000, bodyLimit: 1024 * 1024 })
const server = createServer(getRequestListener(buildApp(specifiedAreas(own), kernel).fetch))
server.listen(0, '127.0.0.1', () => {
  console.log(`READY ${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
