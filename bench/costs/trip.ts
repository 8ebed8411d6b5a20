import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { areas } from '../../src/operations.ts'
import { invoice, clientOf } from '../shared/invoices.ts'
import { familyMicros } from '../shared/machine.ts'
import { runtimeOn } from '../shared/runtime.ts'
import { createStage } from '../shared/stage.ts'

/*
 * What one POST of an invoice costs the processor, and one PUT that accepts it, in one trip and
 * step by step, without the HTTP server: of Node (the load included), and of PostgreSQL. The least
 * of the rounds is told, since whatever else runs on the machine only adds to it.
 */

const rounds = Number(process.argv[2] ?? 7)
const each = Number(process.argv[3] ?? 600)
const callers = Number(process.argv[4] ?? 8)

const dir = mkdtempSync(join(tmpdir(), 'receivables-trip-'))
chmodSync(dir, 0o755)
const stage = await createStage(dir)
const served = await stage.api()
const caller = await stage.tenant()
const clientId = await clientOf(stage, served.url, caller)
await served.stop()
await stage.owner(`update client set status = 'ACTIVE' where id = $1`, [clientId])
await stage.owner(
  `update client_setting set value = value || '{"paymentAccount": {"kind": "BANKGIRO", "number": "991-2346"}}'
   where client_id = $1 and kind = 'INVOICE'`,
  [clientId],
)
const { load } = invoice('http://bench', caller, clientId)
let made = 0

async function call(app: App, path: string, method: string, body: string): Promise<string> {
  const answer = await app.request(path, { method, headers: { ...load.headers }, body })
  const text = await answer.text()
  if (answer.status > 202) throw new Error(text)
  return text
}

async function post(app: App): Promise<string> {
  const body = load.body!.replaceAll('{n}', `T${++made}`)
  return (JSON.parse(await call(app, load.url, 'POST', body)) as { id: string }).id
}

const service = JSON.stringify({ productCode: 'INVOICE_SERVICE' })

const accept = (app: App, id: string) =>
  call(app, `http://bench/invoices/${id}/activate`, 'PUT', service)

async function atOnce(count: number, one: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: callers }, worker))
}

/** Invoices, whose ids are told. */
async function posts(app: App, count: number): Promise<string[]> {
  const ids: string[] = []
  await atOnce(count, async () => void ids.push(await post(app)))
  return ids
}

const accepts = (app: App, ids: readonly string[]) =>
  atOnce(ids.length, async (n) => void (await accept(app, ids[n]!)))

const runtime = runtimeOn(stage.installed.runUrl, stage.masterKey, 8)
const kernel = await createKernel(runtime, { rateLimit: 1e6, bodyLimit: 1e6 })
const oneTrip = buildApp(areas, kernel)
const stepByStep = buildApp(areas, { ...kernel, stepByStep: true })
const ways = { 'in one trip': oneTrip, 'step by step': stepByStep }
const least = new Map<string, { node: number; postgres: number }>()

async function measured<T>(what: string, work: () => Promise<T>): Promise<T> {
  const [node, postgres] = [process.cpuUsage(), familyMicros(stage.postgresPid)]
  const result = await work()
  const { user, system } = process.cpuUsage(node)
  const now = {
    node: (user + system) / each,
    postgres: (familyMicros(stage.postgresPid) - postgres) / each,
  }
  const before = least.get(what) ?? now
  least.set(what, {
    node: Math.min(before.node, now.node),
    postgres: Math.min(before.postgres, now.postgres),
  })
  return result
}

for (const app of Object.values(ways)) await accepts(app, await posts(app, 2_000))
await stage.analyzed()
for (let round = 0; round < rounds; round++) {
  for (const [way, app] of Object.entries(ways)) {
    const ids = await measured(`created ${way}`, () => posts(app, each))
    await measured(`accepted ${way}`, () => accepts(app, ids))
  }
}
for (const [way, { node, postgres }] of least) {
  console.log(`${way}: ${node.toFixed(0)} µs of Node, ${postgres.toFixed(0)} µs of PostgreSQL`)
}
await runtime.pool.close()
await stage.close()
rmSync(dir, { recursive: true, force: true })
