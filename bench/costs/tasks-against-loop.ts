import { updateInvoice } from '../../src/activities/invoices/update-invoice.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { startTask } from '../../src/activities/system/start-task.ts'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { grounded, made, type Ground } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// How many things a second a bulk task does, against its verb called once for each in a loop: with
// the verb's set form, and one by one as where it has none. In turn, so that ratios count.
//
//     node bench/costs/tasks-against-loop.ts [invoices] [rounds]

const [count = 2_000, rounds = 5] = process.argv.slice(2).map(Number)

const name = 'invoices.bulkUpdate'
let change = 0
const changes = () => ({ serviceProviderCode: `BENCH-${++change}` })

async function asTask({ tenantId, work }: Ground, runtime: Runtime, ids: readonly string[]) {
  const input = { changes: changes() }
  const task = await work((unit) => startTask(unit, { taskName: name, ids, input }))
  const at = { runtime, tenantId, entityId: task.id, workflowId: 'bench' }
  for (;;) {
    const { open, failed } = await workOffTask({ ...at, now: new Date() })
    if (failed > 0) throw new Error(`${failed} were refused`)
    if (!open) return
  }
}

async function inLoop({ work }: Ground, ids: readonly string[]) {
  const fields = changes()
  for (const id of ids) await work((unit) => updateInvoice(unit, id, fields))
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (count / (performance.now() - began)) * 1000
}

const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  const ids = await made(ground, count)
  await stage.analyzed()
  const { runtime } = stage
  const { together: _, ...oneByOne } = runtime.registered.tasks[name]
  const tasks = { ...runtime.registered.tasks, [name]: oneByOne }
  const alone = { ...runtime, registered: { ...runtime.registered, tasks } }
  const ratios: { set: number; alone: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const loop = await perSecond(() => inLoop(ground, ids))
    const set = await perSecond(() => asTask(ground, runtime, ids))
    const each = await perSecond(() => asTask(ground, alone, ids))
    const said = [loop, set, each].map((rate) => rate.toFixed(0))
    console.log(`loop ${said[0]}/s, task ${said[1]}/s, one by one ${said[2]}/s`)
    // The first only warms up.
    if (round > 0) ratios.push({ set: set / loop, alone: each / loop })
  }
  const [set, each] = [ratios.map((one) => one.set), ratios.map((one) => one.alone)].map(middle)
  console.log(`task / loop ${set?.toFixed(1)} (wanted 5), one by one ${each?.toFixed(1)} (1.5)`)
  if (!(set! >= 5 && each! >= 1.5)) process.exitCode = 1
}

await onStage(main)
