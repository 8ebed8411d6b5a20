import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Connection, ServiceError } from '@temporalio/client'
import { processes, taskQueueOf, workflowIdOf } from '../../src/domain/processes.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { dataConverter } from '../../src/ports/temporal/connect.ts'
import { timesOf } from '../shared/closed-loop.ts'
import type { Bench } from '../shared/goal.ts'
import { memoryOf } from '../shared/machine.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'
import { createStage } from '../shared/stage.ts'

// What very many deliveries cost that failed, whose processes wait for the end of their windows:
// memory of the worker and of Temporal, bytes of its database, and how long one takes to answer.
//
//     node bench/costs/waiting.ts [processes]

const [count = 20_000] = process.argv.slice(2).map(Number)
const parts = 4
const atOnce = 32
const asked = 100

async function main({ address, namespace, worker, stage }: Platform, dir: string): Promise<void> {
  const connection = await Connection.connect({ address })
  const converter = dataConverter(deriveKeys(stage.masterKey))
  const client = new Client({ connection, namespace, dataConverter: converter })
  const { tenantId } = await stage.tenant()
  const [server] = JSON.parse(readFileSync(join(dir, 'temporal/temporal-pids.json'), 'utf8')) as {
    pid: number
  }[]
  const ids: string[] = []
  const begin = async () => {
    const id = newId('WebhookLog')
    ids.push(id)
    const now = Date.now()
    const given = { status: 'FAILED', answer: '500', firstAttemptAt: now, endedAt: now }
    await client.workflow.start(processes.webhookDelivery.workflow, {
      workflowId: workflowIdOf('webhookDelivery', tenantId, id),
      taskQueue: taskQueueOf('webhookDelivery'),
      args: [{ tenantId, entityId: id, ...given }],
    })
  }
  const answers = async (id: string) => {
    const began = performance.now()
    await client.workflow.getHandle(workflowIdOf('webhookDelivery', tenantId, id)).query('where')
    return performance.now() - began
  }
  const say = async (began: number) => {
    const some = ids.filter((_, at) => at % Math.ceil(ids.length / asked) === 0)
    const tookMs: number[] = []
    for (const id of some) tookMs.push(await answers(id))
    tookMs.sort((a, b) => a - b)
    const bytes = execFileSync('du', ['-sb', join(dir, 'temporal-postgres')]).toString()
    console.log(
      [
        `${ids.length} wait, begun in ${Math.round((performance.now() - began) / 1_000)} s`,
        `worker ${Math.round(memoryOf(worker.pid))} MiB`,
        `Temporal ${Math.round(memoryOf(server!.pid))} MiB`,
        `its database ${Math.round(Number(bytes.split('\t')[0]) / 2 ** 20)} MiB`,
        `one answers in ${Math.round(tookMs[tookMs.length >> 1] ?? 0)} ms (p50), ${Math.round(tookMs.at(-1) ?? 0)} (most)`,
      ].join(', '),
    )
  }
  await say(performance.now())
  for (let part = 0; part < parts; part++) {
    const began = performance.now()
    await timesOf(Math.ceil(count / parts), atOnce, begin)
    await untilWaiting(() => answers(ids.at(-1)!))
    await say(began)
  }
  await connection.close()
}

/** The last to begin has come to where it waits: a worker that is still behind answers no query. */
async function untilWaiting(answers: () => Promise<unknown>): Promise<void> {
  const patience = performance.now() + 120_000
  for (;;) {
    try {
      await answers()
      return
    } catch (error) {
      if (!(error instanceof ServiceError) || performance.now() > patience) throw error
    }
  }
}

// Programs started from here must not take our launcher for theirs.
delete process.env['RECEIVABLES_LAUNCHER_PID']
const dir = mkdtempSync(join(tmpdir(), 'receivables-bench-'))
chmodSync(dir, 0o755)
try {
  const stage = await createStage(dir)
  const bench = { dir, stage: async () => stage } as Pick<Bench, 'dir' | 'stage'> as Bench
  await withPlatform(bench, (platform) => main(platform, dir)).finally(() => stage.close())
} finally {
  rmSync(dir, { recursive: true, force: true })
}
