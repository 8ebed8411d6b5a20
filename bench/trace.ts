import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { changeInvoiceSettings } from '../src/activities/clients/change-invoice-settings.ts'
import { createClient } from '../src/activities/clients/create-client.ts'
import { runOnboarding } from '../src/activities/clients/onboarding/run-onboarding.ts'
import { acceptForActivation } from '../src/activities/invoices/accept-for-activation.ts'
import { createInvoice } from '../src/activities/invoices/create-invoice.ts'
import { platform } from '../src/domain/access/principal.ts'
import { inUnit } from '../src/kernel/write/in-unit.ts'
import type { Unit } from '../src/kernel/write/unit.ts'
import { Transaction } from '../src/ports/database/transaction.ts'
import { swedishNumber } from '../test/support/swedish-number.ts'
import { runActivation } from '../test/support/trade.ts'
import { createStage, type Stage } from './stage.ts'

// What an invoice of three rows leaves when it is created, accepted and booked: rows and bytes of
// each table, and WAL; and the time of the statement that writes the records of its creation.
// Usage: node bench/trace.ts [invoices]

const count = Number(process.argv[2] ?? 500)
const samples = 2_000

interface Sizes {
  rows: number
  heap: number
  index: number
}

async function sizesOf({ owner }: Stage): Promise<Map<string, Sizes>> {
  const tables = await owner(
    `select relname as name, pg_table_size(oid) as heap, pg_indexes_size(oid) as index
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const sizes = new Map<string, Sizes>()
  for (const { name, heap, index } of tables) {
    const [row] = await owner(`select count(*) as n from ${String(name)}`)
    const rows = Number(row?.['n'])
    sizes.set(String(name), { rows, heap: Number(heap), index: Number(index) })
  }
  return sizes
}

async function walOf({ owner }: Stage): Promise<number> {
  const [row] = await owner(`select pg_current_wal_lsn() - '0/0' as bytes`)
  return Number(row?.['bytes'])
}

const invoiceOf = (clientId: string, n: number) => ({
  clientId,
  invoiceNumber: `TR-${n}`,
  debtor: { customerNumber: 'D7', name: 'Acme AB', type: 'COMPANY', email: 'ap@acme.example' },
  dates: { invoiceDate: '2026-11-02', expireDate: '2026-12-02' },
  articleRows: [1, 2, 3].map((row) => ({
    description: `Consulting ${row}`,
    quantity: '10',
    unit: 'h',
    price: '950.50',
    vatPercentage: 25,
    articleNumber: `A${row}`,
  })),
})

/** The statement and values of the last records that tell of a new invoice. */
const written: { text: string; values: unknown[] }[] = []

function noteRecords(): void {
  const { prepared } = Transaction.prototype
  Transaction.prototype.prepared = function (this: Transaction, text: string, values: unknown[]) {
    if (text.includes('delivery_in')) written.push({ text, values })
    return prepared.call(this, text, values)
  } as typeof prepared
}

/** In microseconds, from the question to the answer, on a connection of its own. */
async function timeOf(stage: Stage, tenantId: string, of: (typeof written)[number]) {
  const client = new pg.Client({ connectionString: stage.installed.runUrl })
  await client.connect()
  const times: bigint[] = []
  for (let n = 0; n < samples; n++) {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
    const began = process.hrtime.bigint()
    await client.query({ name: 'records', ...of })
    times.push(process.hrtime.bigint() - began)
    await client.query('rollback')
  }
  await client.end()
  const sorted = times.toSorted((a, b) => Number(a - b))
  return { least: Number(sorted[0]) / 1e3, median: Number(sorted[samples >> 1]) / 1e3 }
}

async function measure(stage: Stage): Promise<void> {
  const { tenantId } = await stage.tenant()
  const { runtime } = stage
  const work = <T>(verb: (unit: Unit) => Promise<T> | T): Promise<T> =>
    inUnit(runtime, platform(tenantId, 'bench'), {}, async (unit) => verb(unit))
  const clientId = await work(async (unit) => {
    const identificationNumber = swedishNumber(551_000_001)
    return (await createClient(unit, { identificationNumber, name: 'Acme' })).client.id
  })
  const now = new Date()
  await runOnboarding({ runtime, tenantId, entityId: clientId, now })
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  await work((unit) => changeInvoiceSettings(unit, clientId, { paymentAccount }))
  const wal = { created: 0, accepted: 0, booked: 0 }
  const phase = async (name: keyof typeof wal, verb: () => Promise<unknown>) => {
    const before = await walOf(stage)
    await verb()
    wal[name] += (await walOf(stage)) - before
  }
  const one = async (n: number) => {
    let id = ''
    await phase('created', async () => {
      const made = await work((unit) => createInvoice(unit, invoiceOf(clientId, n) as never))
      id = made.invoice.id
    })
    await phase('accepted', () =>
      work((unit) => acceptForActivation(unit, id, { productCode: 'INVOICE_SERVICE' })),
    )
    await phase('booked', () => runActivation({ id: tenantId, work } as never, id))
  }
  for (let n = 0; n < 50; n++) await one(n)
  await stage.owner('vacuum analyze')
  await stage.owner('checkpoint')
  Object.assign(wal, { created: 0, accepted: 0, booked: 0 })
  noteRecords()
  await one(50)
  const [records] = written
  const before = await sizesOf(stage)
  for (let n = 51; n < 51 + count; n++) await one(n)
  const after = await sizesOf(stage)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const all = { rows: 0, heap: 0, index: 0 }
  for (const [table, sizes] of after) {
    const was = before.get(table)!
    const of = (name: keyof Sizes) => (sizes[name] - was[name]) / count
    if (of('heap') + of('index') < 1) continue
    for (const name of ['rows', 'heap', 'index'] as const) all[name] += of(name)
    const figures = [of('rows').toFixed(2), of('heap').toFixed(0), of('index').toFixed(0)]
    say([table.padEnd(24), ...figures.map((text) => text.padStart(8))].join(''))
  }
  const sums = [all.rows.toFixed(2), all.heap.toFixed(0), all.index.toFixed(0)]
  say(['rows, heap, index'.padEnd(24), ...sums.map((text) => text.padStart(8))].join(''))
  for (const [name, bytes] of Object.entries(wal)) {
    say(`WAL ${name}: ${(bytes / (count + 1)).toFixed(0)} bytes`)
  }
  const { least, median } = await timeOf(stage, tenantId, records!)
  const bytes = JSON.stringify(records!.values).length
  say(
    `records of a new invoice: ${least.toFixed(0)} µs at least, ${median.toFixed(0)} µs, ${bytes} bytes sent`,
  )
}

const stage = await createStage(mkdtempSync(join(tmpdir(), 'receivables-trace-')))
try {
  await measure(stage)
} finally {
  await stage.close()
}
