import { ClientFinancialPriceTemplate } from '../../src/entities/client-financial-price-template.ts'
import { startTask } from '../../src/activities/system/start-task.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { besideId } from '../../test/support/ids-inside.ts'
import { median } from '../shared/goal.ts'
import { grounded, type Ground } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// How many clients a second are given what their template has, against the same verb called once
// for each in a loop. At least five times as many.
//
//     node bench/costs/push-against-loop.ts [clients] [rounds]

const [count = 500, rounds = 5] = process.argv.slice(2).map(Number)
const wanted = 5
const products = ['COLLECTION', 'REMINDER'] as const

/** So many clients like the one there is, of a template of which they lack everything. */
async function filled({ stage, tenantId, clientId, work }: Ground): Promise<string> {
  const template = { name: 'Bench', description: '', enabled: true }
  const templateId = await work(async (unit) => {
    return unit.add(ClientFinancialPriceTemplate, { ...template, products: [...products] }).id
  })
  await stage.owner('set session_replication_role = replica')
  await stage.owner(
    `insert into client select r.* from client c, generate_series(1, $3::int) n
     cross join lateral jsonb_populate_record(c, jsonb_build_object('id', ${besideId('c.id')},
       'template_id', $4::uuid, 'identification_number', 'B' || n, 'number', null)) r
     where c.tenant_id = $1 and c.id = $2`,
    [tenantId, clientId, count, templateId],
  )
  await stage.owner(
    `insert into client_product select r.* from client_product p, generate_series(1, $3::int) n
     cross join lateral jsonb_populate_record(p, jsonb_build_object('id', ${besideId('p.id')},
       'client_id', ${besideId('p.client_id')}, 'enabled', false)) r
     where p.tenant_id = $1 and p.client_id = $2`,
    [tenantId, clientId, count],
  )
  await stage.owner('reset session_replication_role')
  await stage.analyzed()
  return templateId
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (count / (performance.now() - began)) * 1000
}

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  const { tenantId, work } = ground
  const templateId = await filled(ground)
  const { runtime } = stage
  const input = { templateId, parts: ['PRODUCTS'] }
  const rows = await stage.owner(
    'select id from client where tenant_id = $1 and template_id = $2',
    [tenantId, templateId],
  )
  const ids = rows.map(({ id }) => String(id))
  const emptied = () =>
    stage.owner('update client_product set enabled = false where tenant_id = $1', [tenantId])
  const inLoop = async () => {
    const { each } = runtime.registered.tasks['templates.push']
    for (const id of ids) await work((unit) => each(unit, id, input))
  }
  const asTask = async () => {
    const task = await work((unit) => startTask(unit, { taskName: 'templates.push', ids, input }))
    const at = { runtime, tenantId, entityId: task.id, workflowId: 'bench' }
    for (;;) {
      const { open, failed } = await workOffTask({ ...at, now: new Date() })
      if (failed > 0) throw new Error(`${failed} were refused`)
      if (!open) return
    }
  }
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await emptied()
    const loop = await perSecond(inLoop)
    await emptied()
    const task = await perSecond(asTask)
    console.log(`loop ${loop.toFixed(0)}/s, task ${task.toFixed(0)}/s`)
    // The first only warms up.
    if (round > 0) ratios.push(task / loop)
  }
  const ratio = median(ratios)
  console.log(`task / loop ${ratio.toFixed(1)} (wanted ${wanted})`)
  if (ratio < wanted) process.exitCode = 1
}

await onStage(main)
