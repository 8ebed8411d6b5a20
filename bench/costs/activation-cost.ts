import { acceptManyForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { activateChunk } from '../../src/activities/invoices/activate-chunk.ts'
import { beginActivation } from '../../src/activities/invoices/begin-activation.ts'
import { median } from '../shared/goal.ts'
import { grounded, made, measured, type Ground, type Measured } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// What activations cost Node and the database, without Temporal, HTTP and relay: alone, and in
// batches. Processor time and counts, which suffer less from others on the machine than rates do.
//
//     node bench/costs/activation-cost.ts [invoices a round] [rounds]

const [count = 400, rounds = 3] = process.argv.slice(2).map(Number)

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
  const [some, others] = [await made(ground, count), await made(ground, count)]
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

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  // The first only warms up.
  await round(ground, 0)
  const told: Told[] = []
  for (let n = 1; n <= rounds; n++) told.push(await round(ground, n))
  for (const name of ['accept', 'alone', 'batch'] as const) {
    const of = (field: keyof Measured) => told.map((each) => each[name][field])
    const [node, database] = [of('node'), of('database')]
    console.log(
      [
        name.padEnd(7),
        `Node ${median(node).toFixed(0)} (lowest ${Math.min(...node).toFixed(0)}) µs`,
        `PostgreSQL ${median(database).toFixed(0)} (${Math.min(...database).toFixed(0)}) µs`,
        `${median(of('statements')).toFixed(2)} messages`,
        `${median(of('perSecond')).toFixed(0)}/s`,
      ].join(', '),
    )
  }
}

await onStage(main)
