import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attemptDelivery } from '../../src/activities/webhooks/attempt-delivery.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { Poster } from '../../src/ports/webhooks/post.ts'
import { addCode } from '../../test/webhooks/deliveries.ts'
import { median } from '../shared/goal.ts'
import { measured, type Measured } from '../shared/ground.ts'
import { root } from '../shared/programs.ts'
import { onStage, type Stage } from '../shared/stage.ts'
import { startSink, subscribe } from '../shared/webhooks.ts'

// What the automatic retry of a delivery costs Node and the database, its POST over TLS included,
// without its workflow. Processor time and messages, which suffer less from others than rates do.
//
//     node bench/costs/retry.ts [retries a round] [rounds]

const [count = 300, rounds = 4] = process.argv.slice(2).map(Number)
const ca = readFileSync(join(root, 'test/webhooks/certificates/authority.pem'), 'utf8')

/** Deliveries whose first attempt failed ten seconds ago, as the deliverer leaves them. */
const failedOnce = `
with gone as (delete from webhook_queue where tenant_id = $1), logs as (
  update webhook_log set status = 'RETRYING', automatic_attempts = 1,
    first_attempt_at = now() - interval '11 seconds',
    last_attempt_at = now() - interval '11 seconds'
  where tenant_id = $1 and status = 'QUEUED' returning tenant_id, id
)
insert into webhook_attempt (tenant_id, log_id, number, kind, started_at, ended_at,
  response_status, duration_ms)
select tenant_id, id, 1, 'AUTOMATIC', now() - interval '11 seconds', now() - interval '11 seconds',
  500, 1 from logs returning log_id as id`

async function main(stage: Stage): Promise<void> {
  const sink = await startSink()
  const poster = new Poster({ allowedHosts: new Set([`localhost:${sink.port}`]), ca })
  const runtime = { ...stage.runtime, poster }
  const { caller } = await subscribe(stage, sink, ['/fail'])
  const { tenantId } = caller
  const told: Measured[] = []
  for (let n = 0; n <= rounds; n++) {
    await inUnit(runtime, platform(tenantId, 'bench'), {}, async (unit) => {
      for (let each = 0; each < count; each++) addCode(unit)
    })
    const ids = (await stage.owner(failedOnce, [tenantId])).map(({ id }) => String(id))
    await stage.analyzed()
    told.push(
      await measured(stage, ids.length, async () => {
        for (const entityId of ids) {
          const task = { runtime, tenantId, entityId, now: new Date(), workflowId: 'bench' }
          const { status } = await attemptDelivery(task)
          if (status !== 'FAILED') throw new Error(`a retry came to ${status}`)
        }
      }),
    )
  }
  // The first only warms up.
  const of = (field: keyof Measured) => told.slice(1).map((each) => each[field])
  const [node, database] = [of('node'), of('database')]
  console.log(
    [
      `Node ${median(node).toFixed(0)} (lowest ${Math.min(...node).toFixed(0)}) µs`,
      `PostgreSQL ${median(database).toFixed(0)} (${Math.min(...database).toFixed(0)}) µs`,
      `${median(of('statements')).toFixed(2)} messages`,
      `${median(of('perSecond')).toFixed(0)}/s`,
    ].join(', '),
  )
  await poster.close()
  await sink.stop()
}

await onStage(main)
