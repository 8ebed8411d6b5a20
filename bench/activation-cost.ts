import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createClient } from '../src/activities/clients/create-client.ts'
import { changeInvoiceSettings } from '../src/activities/clients/change-invoice-settings.ts'
import { runOnboarding } from '../src/activities/clients/onboarding/run-onboarding.ts'
import { acceptManyForActivation } from '../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../src/activities/invoices/activate-chunk.ts'
import { beginActivation } from '../src/activities/invoices/begin-activation.ts'
import { createInvoice } from '../src/activities/invoices/create-invoice.ts'
import { platform } from '../src/domain/access/principal.ts'
import { inUnit } from '../src/kernel/write/in-unit.ts'
import type { Unit } from '../src/kernel/write/unit.ts'
import { swedishNumber } from '../test/support/swedish-number.ts'
import { median } from './goal.ts'
import { familyMicros } from './machine.ts'
import { createStage, type Stage } from './stage.ts'

// What activations cost Node and the database, without Temporal, HTTP and relay: alone, and in
// batches. Processor time and counts, which suffer less from others on the machine than rates do.
//
//     node bench/activation-cost.ts [invoices a round] [rounds]

const [count = 400, rounds = 3] = process.argv.slice(2).map(Number)

let sent = 0
const plain = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  sent++
  return (plain as (...given: unknown[]) => unknown).apply(this, given)
} as typeof plain

interface Measured {
  node: number
  database: number
  statements: number
  perSecond: number
}

async function measured(stage: Stage, many: number, work: () => Promise<void>): Promise<Measured> {
  const [before, database, from] = [process.cpuUsage(), familyMicros(stage.postgresPid), sent]
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  return {
    node: (user + system) / many,
    database: (familyMicros(stage.postgresPid) - database) / many,
    statements: (sent - from) / many,
    perSecond: many / seconds,
  }
}

let numbers = 0

async function main(stage: Stage): Promise<void> {
  const { tenantId } = await stage.tenant()
  const { runtime } = stage
  const as = platform(tenantId, 'bench')
  const work = <T>(verb: (unit: Unit) => Promise<T>) => inUnit(runtime, as, {}, verb)
  const now = new Date()
  const clientId = await work(async (unit) => {
    const facts = { identificationNumber: swedishNumber(551_000_000), name: 'Client AB' }
    return (await createClient(unit, facts)).client.id
  })
  await runOnboarding({ runtime, tenantId, entityId: clientId, now })
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  await work((unit) => changeInvoiceSettings(unit, clientId, { paymentAccount }))
  await stage.owner(
    `update client_setting set value = jsonb_set(value::jsonb, '{produce}', '"ON_DEMAND"')
     where tenant_id = $1 and client_id = $2 and kind = 'DOCUMENT'`,
    [tenantId, clientId],
  )
  const row = (n: number) => ({
    description: `Consulting ${n}`,
    quantity: '10',
    unit: 'h',
    price: '950.50',
    vatPercentage: '25',
    articleNumber: `A${n}`,
    accountNumber: '3001',
  })
  const create = () =>
    work(async (unit) => {
      const n = ++numbers
      const { invoice } = await createInvoice(unit, {
        clientId,
        invoiceNumber: `N${n}`,
        debtor: { customerNumber: `${1000 + (n % 20)}`, name: 'Nordic Timber AB', type: 'COMPANY' },
        dates: { invoiceDate: '2026-11-02', expireDate: '2027-11-02' },
        currency: { invoiceCurrency: 'SEK' },
        articleRows: [1, 2, 3].map(row),
      } as never)
      return invoice.id
    })
  const made = async () => {
    const ids: string[] = []
    while (ids.length < count) ids.push(await create())
    return ids
  }
  const accept = async (ids: readonly string[]) => {
    for (let at = 0; at < ids.length; at += 200) {
      const some = ids.slice(at, at + 200)
      await work((unit) => acceptManyForActivation(unit, some, { productCode: 'INVOICE_SERVICE' }))
    }
  }
  const activationsOf = async (ids: readonly string[]) => {
    const rows = await stage.owner(
      'select id from invoice_activation where tenant_id = $1 and invoice_id = any($2)',
      [tenantId, ids],
    )
    return rows.map(({ id }) => String(id))
  }
  const told: Record<string, Measured[]> = {}
  const note = (name: string, of: Measured) => void (told[name] ??= []).push(of)
  const task = { runtime, tenantId, now, workflowId: 'bench' }
  for (let round = 0; round <= rounds; round++) {
    const [some, others] = [await made(), await made()]
    if (round < 2) await stage.analyzed()
    const one = await measured(stage, count, () => accept(some))
    await accept(others)
    const waiting = await activationsOf(some)
    const batch = `batch-${round}`
    await stage.owner('update invoice_activation set batch_id = $1 where id = any($2)', [
      batch,
      await activationsOf(others),
    ])
    const alone = await measured(stage, count, async () => {
      for (const entityId of waiting) await beginActivation({ ...task, entityId })
    })
    const bulk = await measured(stage, count, async () => {
      while ((await activateChunk({ ...task, entityId: batch })).open);
    })
    if (round === 0) continue
    note('accept, 200 at once', one)
    note('begin and book, alone', alone)
    note('batch', bulk)
  }
  for (const [name, all] of Object.entries(told)) {
    const of = (field: keyof Measured) => median(all.map((each) => each[field]))
    const lowest = (field: keyof Measured) => Math.min(...all.map((each) => each[field]))
    console.log(
      `${name.padEnd(24)} Node ${of('node').toFixed(0)} (lowest ${lowest('node').toFixed(0)}) µs, ` +
        `PostgreSQL ${of('database').toFixed(0)} (${lowest('database').toFixed(0)}) µs, ` +
        `${of('statements').toFixed(2)} messages, ${of('perSecond').toFixed(0)}/s`,
    )
  }
}

const dir = mkdtempSync(join(tmpdir(), 'receivables-bench-'))
const stage = await createStage(dir)
try {
  await main(stage)
} finally {
  await stage.close()
  rmSync(dir, { recursive: true, force: true })
}
