import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '../../src/environment.ts'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { areas } from '../../src/operations.ts'
import { OpenTelemetry } from '../../src/ports/tracing/open-telemetry.ts'
import { traceBy } from '../../src/ports/tracing/traced.ts'
import { answeredLog } from '../../src/run/answered-log.ts'
import { invoice, clientOf } from '../shared/invoices.ts'
import { familyMicros } from '../shared/machine.ts'
import { runtimeOn } from '../shared/runtime.ts'
import { onStage, type Stage } from '../shared/stage.ts'

/*
 * What it costs one POST of an invoice to be counted and to have a line of the log, as it always
 * is, and to be traced to a collector besides, against none of it: in turn, in one run. Without the
 * HTTP server, of which the share would be smaller.
 *
 *     node bench/costs/observing.ts [rounds] [posts a round] [callers]
 */

const [rounds = 12, each = 500, callers = 8] = process.argv.slice(2).map(Number)

/** A program of its own, so that what the collector does is nobody's cost. */
const sink = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

interface Cost {
  wall: number
  node: number
  postgres: number
}

async function main(stage: Stage): Promise<void> {
  const collector = spawn(process.execPath, ['--eval', sink], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(collector.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${String(port).trim()}/v1/traces`
  const post = await posting(stage)
  const runtime = runtimeOn(stage.installed.runUrl, stage.masterKey, 8)
  const limits = { rateLimit: 1e6, bodyLimit: 1e6 }
  const file = openSync(join(tmpdir(), 'receivables-bench-answered.log'), 'w')
  const keepAnswered = answeredLog(readEnvironment({}), file)
  const kernel = await createKernel(runtime, { ...limits, keepAnswered })
  const uncounted = Object.assign(Object.create(kernel.answers), { note: () => undefined })
  const bare = buildApp(areas, { ...kernel, answers: uncounted })
  const counted = buildApp(areas, kernel)
  const tracers = [1, 0.1].map((share) => new OpenTelemetry({ url, share, role: 'bench' }))
  const ways: Record<string, [app: App, by?: OpenTelemetry]> = {
    neither: [bare],
    'counted and logged': [counted],
    'a tenth traced besides': [counted, tracers[1]!],
    'all traced besides': [counted, tracers[0]!],
  }
  const costs = new Map<string, Cost[]>(Object.keys(ways).map((way) => [way, []]))
  await atOnce(3_000, () => post(counted))
  await stage.analyzed()
  await atOnce(2_000, () => post(counted))
  for (let round = 0; round < rounds; round++) {
    // Each way stands in each place as often: what comes later finds more rows.
    const names = Object.keys(ways)
    for (const way of [
      ...names.slice(round % names.length),
      ...names.slice(0, round % names.length),
    ]) {
      const [app, by] = ways[way]!
      traceBy(by)
      costs.get(way)!.push(await costOf(stage, () => atOnce(each, () => post(app))))
      traceBy(undefined)
    }
  }
  tell(costs)
  for (const tracer of tracers) await tracer.stop()
  collector.kill()
  await runtime.pool.close()
}

async function posting(stage: Stage): Promise<(app: App) => Promise<void>> {
  const served = await stage.api()
  const caller = await stage.tenant()
  const { load } = invoice('http://bench', caller, await clientOf(stage, served.url, caller))
  await served.stop()
  let made = 0
  return async (app) => {
    const body = load.body!.replaceAll('{n}', `O${++made}`)
    const answer = await app.request(load.url, {
      method: 'POST',
      headers: { ...load.headers },
      body,
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(text)
  }
}

async function atOnce(count: number, one: () => Promise<void>): Promise<void> {
  let left = count
  const caller = async () => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: callers }, caller))
}

async function costOf(stage: Stage, work: () => Promise<void>): Promise<Cost> {
  const [node, postgres, began] = [
    process.cpuUsage(),
    familyMicros(stage.postgresPid),
    performance.now(),
  ]
  await work()
  const { user, system } = process.cpuUsage(node)
  return {
    wall: ((performance.now() - began) * 1000) / each,
    node: (user + system) / each,
    postgres: (familyMicros(stage.postgresPid) - postgres) / each,
  }
}

/** Each against `neither` of the same round, and the median of the rounds. */
function tell(costs: ReadonlyMap<string, readonly Cost[]>): void {
  const against = costs.get('neither')!
  for (const [way, all] of costs) {
    const said = (['wall', 'node', 'postgres'] as const).map((of) => {
      const micros = median(all.map((cost) => cost[of]))
      const ratio = median(all.map((cost, round) => cost[of] / against[round]![of]))
      return `${of} ${micros.toFixed(0)} µs (× ${ratio.toFixed(3)})`
    })
    const both = median(
      all.map((cost, round) => {
        const other = against[round]!
        return (cost.node + cost.postgres) / (other.node + other.postgres)
      }),
    )
    console.log(`${way}: ${said.join(', ')}; all of the processor × ${both.toFixed(3)}`)
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

await onStage(main)
