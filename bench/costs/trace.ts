import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOf } from '../../src/ports/database/connect.ts'
import { tenantSetting } from '../../src/ports/database/sight.ts'
import { changeInvoiceSettings } from '../../src/activities/clients/change-invoice-settings.ts'
import { createClient } from '../../src/activities/clients/create-client.ts'
import { runOnboarding } from '../../src/activities/clients/onboarding/run-onboarding.ts'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { createInvoice } from '../../src/activities/invoices/create-invoice.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import type { Transaction } from '../../src/ports/database/transaction.ts'
import { swedishNumber } from '../../test/support/swedish-number.ts'
import { runActivation } from '../../test/support/trade.ts'
import { createStage, type Stage } from '../shared/stage.ts'

// What an invoice of three rows leaves when it is created, accepted and booked: rows and bytes of
// each table, and WAL; and the time of the statement that writes the records of its creation.
// Usage: node bench/costs/trace.ts [invoices]

const count = Number(process.argv[2] ?? 500)
const samples = 2_000
const warmUp = 50

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

interface Statement {
  text: string
  values: unknown[]
}

/** The next statement that writes records with events, of whichever kind of transaction. */
function nextRecords(of: Transaction): Promise<Statement> {
  const kind = Object.getPrototypeOf(of) as Pick<Transaction, 'prepared'>
  const { prepared } = kind
  return new Promise((noted) => {
    kind.prepared = function (this: Transaction, text: string, values: unknown[]) {
      if (text.includes('delivery_in')) noted({ text, values })
      return prepared.call(this, text, values)
    } as typeof prepared
  })
}

/** In microseconds, from the question to the answer, on a connection of its own. */
async function timeOf(stage: Stage, tenantId: string, of: Statement) {
  // They are there already.
  await stage.owner('delete from journal where tenant_id = $1', [tenantId])
  const client = clientOf(stage.installed.runUrl)
  await client.connect()
  const times: bigint[] = []
  for (let n = 0; n < samples; n++) {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantSetting(tenantId)])
    const began = process.hrtime.bigint()
    await client.query(of)
    times.push(process.hrtime.bigint() - began)
    await client.query('rollback')
  }
  await client.end()
  const sorted = times.toSorted((a, b) => Number(a - b))
  return { least: Number(sorted[0]) / 1e3, median: Number(sorted[samples >> 1]) / 1e3 }
}

const steps = ['created', 'accepted', 'booked'] as const

/** A client, and what makes an invoice of it step by step and tells the WAL of each. */
async function tradeOn(stage: Stage) {
  const { tenantId } = await stage.tenant()
  const { runtime } = stage
  const work = <T>(verb: (unit: Unit) => Promise<T> | T): Promise<T> =>
    inUnit(runtime, platform(tenantId, 'bench'), {}, async (unit) => verb(unit))
  const clientId = await work(async (unit) => {
    const identificationNumber = swedishNumber(551_000_001)
    return (await createClient(unit, { identificationNumber, name: 'Acme' })).client.id
  })
  await runOnboarding({ runtime, tenantId, entityId: clientId, now: new Date() })
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  await work((unit) => changeInvoiceSettings(unit, clientId, { paymentAccount }))
  const productCode = 'INVOICE_SERVICE'
  const make = async (n: number): Promise<readonly number[]> => {
    const wal = [await walOf(stage)]
    const sent = invoiceOf(clientId, n) as never
    const { id } = await work(async (unit) => (await createInvoice(unit, sent)).invoice)
    wal.push(await walOf(stage))
    await work((unit) => acceptForActivation(unit, id, { productCode }))
    wal.push(await walOf(stage))
    await runActivation({ id: tenantId, work } as never, id)
    wal.push(await walOf(stage))
    return steps.map((_, at) => wal[at + 1]! - wal[at]!)
  }
  return { tenantId, work, make }
}

const say = (name: string, figures: readonly (number | string)[]) =>
  process.stdout.write(
    `${name.padEnd(28)}${figures.map((one) => String(one).padStart(9)).join('')}\n`,
  )

async function measure(stage: Stage): Promise<void> {
  const { tenantId, work, make } = await tradeOn(stage)
  for (let n = 0; n < warmUp; n++) await make(n)
  await stage.owner('vacuum analyze')
  await stage.owner('checkpoint')
  const noted = await work((unit) => ({ records: nextRecords(unit.transaction) }))
  await make(warmUp)
  const before = await sizesOf(stage)
  const wal = steps.map(() => 0)
  for (let n = 1; n <= count; n++) {
    const each = await make(warmUp + n)
    each.forEach((bytes, at) => (wal[at]! += bytes))
  }
  say('an invoice leaves', ['rows', 'heap', 'index'])
  const all = [0, 0, 0]
  for (const [table, { rows, heap, index }] of await sizesOf(stage)) {
    const was = before.get(table)!
    const left = [rows - was.rows, heap - was.heap, index - was.index].map((n) => n / count)
    left.forEach((n, at) => (all[at]! += n))
    if (left.some((n) => n >= 1))
      say(table, [left[0]!.toFixed(2), ...left.slice(1).map(Math.round)])
  }
  say('in all', [all[0]!.toFixed(2), ...all.slice(1).map(Math.round)])
  steps.forEach((step, at) => say(`WAL, ${step}`, [Math.round(wal[at]! / count)]))
  const records = await noted.records
  const { least, median } = await timeOf(stage, tenantId, records)
  say('records: µs at least, median', [Math.round(least), Math.round(median)])
  say('records: bytes sent', [JSON.stringify(records.values).length])
}

const stage = await createStage(mkdtempSync(join(tmpdir(), 'receivables-trace-')))
try {
  await measure(stage)
} finally {
  await stage.close()
}
