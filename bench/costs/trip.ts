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
 * What one POST of an invoice costs the processor, in one trip and step by step, without the HTTP
 * server: of Node (the load included), and of PostgreSQL. The least of the rounds is told, since
 * whatever else runs on the machine only adds to it.
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
const { load } = invoice('http://bench', caller, clientId)
let made = 0

async function post(app: App): Promise<void> {
  const body = load.body!.replaceAll('{n}', `T${++made}`)
  const answer = await app.request(load.url, { method: 'POST', headers: { ...load.headers }, body })
  if (answer.status !== 201) throw new Error(await answer.text())
  await answer.text()
}

async function posts(app: App, count: number): Promise<void> {
  let left = count
  const one = async () => {
    while (left-- > 0) await post(app)
  }
  await Promise.all(Array.from({ length: callers }, one))
}

const runtime = runtimeOn(stage.installed.runUrl, stage.masterKey, 8)
const kernel = await createKernel(runtime, { rateLimit: 1e6, bodyLimit: 1e6 })
const oneTrip = buildApp(areas, kernel)
const stepByStep = buildApp(areas, { ...kernel, stepByStep: true })
const ways = { 'in one trip': oneTrip, 'step by step': stepByStep }
const least = new Map(Object.keys(ways).map((way) => [way, { node: Infinity, postgres: Infinity }]))
for (const app of Object.values(ways)) await posts(app, 2_000)
await stage.analyzed()
for (let round = 0; round < rounds; round++) {
  for (const [way, app] of Object.entries(ways)) {
    const [node, postgres] = [process.cpuUsage(), familyMicros(stage.postgresPid)]
    await posts(app, each)
    const { user, system } = process.cpuUsage(node)
    const spent = least.get(way)!
    spent.node = Math.min(spent.node, (user + system) / each)
    spent.postgres = Math.min(spent.postgres, (familyMicros(stage.postgresPid) - postgres) / each)
  }
}
for (const [way, { node, postgres }] of least) {
  console.log(`${way}: ${node.toFixed(0)} µs of Node, ${postgres.toFixed(0)} µs of PostgreSQL`)
}
await runtime.pool.close()
await stage.close()
rmSync(dir, { recursive: true, force: true })
