import { workOffTask } from '../../src/activities/system/run-task.ts'
import { startTask } from '../../src/activities/system/start-task.ts'
import type { TaskName } from '../../src/domain/tasks.ts'
import { grounded, made, measured, type Ground } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// What bulk operations cost Node and the database for each of their things, without Temporal and
// HTTP: from the task that is accepted until it is done. Processor time and counts, as in
// activation-cost.ts.
//
//     node bench/costs/tasks.ts [invoices]

const [count = 10_000] = process.argv.slice(2).map(Number)

async function done(ground: Ground, taskName: TaskName, ids: readonly string[], input: object) {
  const { stage, tenantId, work } = ground
  const { runtime } = stage
  const told = await measured(stage, ids.length, async () => {
    const task = await work((unit) => startTask(unit, { taskName, ids, input: { ...input } }))
    const at = { runtime, tenantId, entityId: task.id, workflowId: 'bench' }
    for (;;) {
      const { open, failed } = await workOffTask({ ...at, now: new Date() })
      if (failed > 0) throw new Error(`${taskName}: ${failed} were refused`)
      if (!open) break
    }
  })
  const { node, database, statements, perSecond } = told
  console.log(
    [
      `${taskName} ${JSON.stringify(input)}`.padEnd(70),
      `Node ${node.toFixed(0)} µs`,
      `PostgreSQL ${database.toFixed(0)} µs`,
      `${statements.toFixed(3)} messages`,
      `${perSecond.toFixed(0)}/s`,
    ].join(', '),
  )
}

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  const ids = await made(ground, count)
  await stage.analyzed()
  const update = (changes: object, of = ids) => done(ground, 'invoices.bulkUpdate', of, { changes })
  // The first only warms up.
  await update({ serviceProviderCode: 'WARM' }, ids.slice(0, 500))
  await update({ serviceProviderCode: 'INTERNAL' })
  await update({ dates: { expireDate: '2027-12-02' } })
  const rows = await stage.owner(
    'select id from article where tenant_id = $1 and row_no = 1 order by id',
    [ground.tenantId],
  )
  const articles = rows.map(({ id }) => String(id))
  await done(ground, 'articles.bulkUpdate', articles, { changes: { costCentre: 'NORTH' } })
  await done(ground, 'invoices.bulkActivate', ids, { productCode: 'INVOICE_SERVICE' })
}

await onStage(main)
