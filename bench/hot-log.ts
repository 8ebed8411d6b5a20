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

interface Ground {
  stage: Stage
  tenantId: string
  clientId: string
  work<T>(verb: (unit: Unit) => Promise<T>): Promise<T>
}

/** A tenant and its client, whose documents are made when somebody asks. */
async function grounded(stage: Stage): Promise<Ground> {
  const { tenantId } = await stage.tenant()
  const { runtime } = stage
  const as = platform(tenantId, 'bench')
  const work: Ground['work'] = (verb) => inUnit(runtime, as, {}, verb)
  const clientId = await work(async (unit) => {
    const facts = { identificationNumber: swedishNumber(551_000_000), name: 'Client AB' }
    return (await createClient(unit, facts)).client.id
  })
  await runOnboarding({ runtime, tenantId, entityId: clientId, now: new Date() })
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  await work((unit) => changeInvoiceSettings(unit, clientId, { paymentAccount }))
  await stage.owner(
    `update client_setting set value = jsonb_set(value::jsonb, '{produce}', '"ON_DEMAND"')
     where tenant_id = $1 and client_id = $2 and kind = 'DOCUMENT'`,
    [tenantId, clientId],
  )
  return { stage, tenantId, clientId, work }
}

const row = (n: number) => ({
  description: `Consulting ${n}`,
  quantity: '10',
  unit: 'h',
  price: '950.50',
  vatPercentage: '25',
  articleNumber: `A${n}`,
  accountNumber: '3001',
})

let numbers = 0

async function made({ clientId, work }: Ground): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const n = ++numbers
    const debtor = { customerNumber: `${1000 + (n % 20)}`, name: 'Timber AB', type: 'COMPANY' }
    const sent = {
      clientId,
      invoiceNumber: `N${n}`,
      debtor,
      dates: { invoiceDate: '2026-11-02', expireDate: '2027-11-02' },
      currency: { invoiceCurrency: 'SEK' },
      articleRows: [1, 2, 3].map(row),
    }
    ids.push(await work(async (unit) => (await createInvoice(unit, sent as never)).invoice.id))
  }
  return ids
}

async function accept({ work }: Ground, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 200) {
    const some = ids.slice(at, at + 200)
    await work((unit) => acceptManyForActivation(unit, some, { productCode: 'INVOICE_SERVICE' }))
  }
}

const marked = (ground: Ground, ids: readonly string[], batch: string | null) =>
  ground.stage.owner(
    `update invoice_activation set batch_id = $3 where tenant_id = $1 and invoice_id = any($2)
     returning id`,
    [ground.tenantId, ids, batch],
  )

type Told = Record<'accept' | 'alone' | 'batch', Measured>

async function round(ground: Ground, n: number): Promise<Told> {
  const { stage, tenantId } = ground
  const [some, others] = [await made(ground), await made(ground)]
  if (n < 2) await stage.analyzed()
  const accepted = await measured(stage, count, () => accept(ground, some))
  await accept(ground, others)
  const waiting = await marked(ground, some, null)
  const batch = `batch-${n}`
  await marked(ground, others, batch)
  const task = { runtime: stage.runtime, tenantId, now: new Date(), workflowId: 'bench' }
  const alone = await measured(stage, count, async () => {
    for (const { id } of waiting) await beginActivation({ ...task, entityId: String(id) })
  })
  const bulk = await measured(stage, count, async () => {
    while ((await activateChunk({ ...task, entityId: batch })).open);
  })
  return { accept: accepted, alone, batch: bulk }
}


import { readFileSync } from 'node:fs'
async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  await round(ground, 0)
  await round(ground, 1)
  const [some, others] = [await made(ground), await made(ground)]
  await accept(ground, some)
  await accept(ground, others)
  const waiting = await marked(ground, some, null)
  await marked(ground, others, 'b-x')
  await stage.owner("alter system set log_min_duration_statement = 0")
  await stage.owner("select pg_reload_conf()")
  await new Promise((r) => setTimeout(r, 300))
  const from = readFileSync(stage.log, 'utf8').length
  const task = { runtime: stage.runtime, tenantId: ground.tenantId, now: new Date(), workflowId: 'bench' }
  for (const { id } of waiting) await beginActivation({ ...task, entityId: String(id) })
  const mid = readFileSync(stage.log, 'utf8').length
  while ((await activateChunk({ ...task, entityId: 'b-x' })).open);
  const log = readFileSync(stage.log, 'utf8')
  for (const [name, part] of [['ALONE', log.slice(from, mid)], ['BATCH', log.slice(mid)]] as const) {
    const sums = new Map<string, { n: number; bind: number; exec: number; parse: number }>()
    // entries
    const re = /LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)(?: [^:]*)?: ([\s\S]*?)(?=\n\d{4}-\d\d-\d\d )/g
    for (const [, ms, kind, text] of part.matchAll(re)) {
      const key = text!.replaceAll(/\s+/g, ' ').slice(0, 110)
      const sum = sums.get(key) ?? { n: 0, bind: 0, exec: 0, parse: 0 }
      if (kind === 'bind') sum.bind += Number(ms) * 1000
      else if (kind === 'parse') sum.parse += Number(ms) * 1000
      else { sum.n++; sum.exec += Number(ms) * 1000 }
      sums.set(key, sum)
    }
    console.log(name)
    let total = 0
    for (const [key, { n, bind, exec, parse }] of [...sums].toSorted((a, b) => b[1].bind + b[1].exec - a[1].bind - a[1].exec).slice(0, 45)) {
      total += (bind + exec) / count
      console.log(`${((bind + exec) / count).toFixed(0).padStart(6)} µs (bind ${(bind / count).toFixed(0)}, parse ${(parse/count).toFixed(0)}) x${(n / count).toFixed(2)}  ${key}`)
    }
    console.log('total', total.toFixed(0))
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
