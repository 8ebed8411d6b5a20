import { z } from 'zod'
import { plusDays, type BusinessDate } from '../../../domain/dates.ts'
import { activeTaskStatuses } from '../../../domain/system/background-task.ts'
import type { TaskName } from '../../../domain/tasks.ts'
import { BackgroundTask } from '../../../entities/background-task.ts'
import { Charge } from '../../../entities/charge.ts'
import { id, sentDay } from '../../../kernel/read/fields.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { IdPage } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bookkeepingBills } from '../../bookkeeping/bills/bookkeep-bills.ts'
import { startTask } from '../../system/start-task.ts'
import { taskOf } from '../../task.ts'
import { authorizing } from './authorize-charges.ts'
import { billCharges } from './bill-charges.ts'
import { generateCharges } from './generate-charges.ts'
import { billingRoutineSettings } from './settings.ts'

export const ofClientsInput = z.object({
  toDate: sentDay,
  clientIds: z.array(id('Client')).min(1).max(500).optional(),
})
type OfClients = z.output<typeof ofClientsInput>

const work = (
  one: (unit: Unit, clientId: string, asked: OfClients) => Promise<unknown>,
  which: string,
) =>
  taskOf({
    kind: 'Client',
    input: ofClientsInput,
    one,
    find: (unit, asked, page) => clientsFor(unit, which, asked, page),
  })

const hasLists = 'exists (select 1 from price_list l where l.tenant_id = $1)'
const hasOpen = (statuses: string) => `exists (select 1 from charge h where h.tenant_id = $1
  and h.client_id = c.id and h.status in (${statuses}))`
const hasUnbooked = `exists (select 1 from bill b where b.tenant_id = $1 and b.client_id = c.id
  and b.status = 'CREATED')`

export const generate = work(
  (unit, clientId, { toDate }) => generateCharges(unit, clientId, toDate),
  hasLists,
)

export const bill = work(
  (unit, clientId, { toDate }) => billCharges(unit, clientId, { toDate, byPeriod: false }),
  hasOpen(`'AUTHORIZED'`),
)

/** All steps for one client, each of which takes up what the others left: again it adds nothing. */
export const billing = work(
  billClient,
  `(${hasLists} or ${hasOpen(`'GENERATED', 'AUTHORIZED'`)} or ${hasUnbooked})`,
)

async function billClient(unit: Unit, clientId: string, { toDate }: OfClients): Promise<void> {
  const settings = await settingsInForce(unit, [billingRoutineSettings], [])
  const steps = settings.of(billingRoutineSettings, unit.tenantId)
  await lockKey(unit, 'charges', clientId)
  const open = `client_id = $2 and status in ('GENERATED', 'AUTHORIZED')`
  await unit.readEach(Charge, open, [clientId], 'held')
  if (steps.generate) await generateCharges(unit, clientId, toDate)
  if (steps.authorize) await authorizePriced(unit, clientId)
  if (steps.bill) await billCharges(unit, clientId, { toDate, byPeriod: true })
  if (steps.bookkeep) await bookkeepOf(unit, clientId)
}

async function authorizePriced(unit: Unit, clientId: string): Promise<void> {
  await unit.flush()
  const ids = await idsOf(
    unit,
    `select id from charge where tenant_id = $1 and client_id = $2 and status = 'GENERATED'
       and source_type <> 'MANUAL' order by id`,
    clientId,
  )
  if (ids.length > 0) await authorizing.many(unit, ids, {})
}

async function bookkeepOf(unit: Unit, clientId: string): Promise<void> {
  await unit.flush()
  const ids = await idsOf(
    unit,
    `select id from bill where tenant_id = $1 and client_id = $2 and status = 'CREATED' order by id`,
    clientId,
  )
  if (ids.length > 0) await bookkeepingBills.many(unit, ids, {})
}

async function idsOf(unit: Unit, text: string, clientId: string): Promise<string[]> {
  const rows = await unit.transaction.query<{ id: string }>(text, [unit.tenantId, clientId])
  return rows.map((row) => row.id)
}

async function clientsFor(
  unit: Unit,
  which: string,
  { clientIds }: OfClients,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const values: unknown[] = [unit.tenantId, clientIds ?? null, after === '' ? null : after, until]
  const bound = unit.bound('client', values, 'c')
  const rows = await unit.transaction.query<{ id: string }>(
    `select c.id from client c where c.tenant_id = $1 and ($2::uuid[] is null or c.id = any ($2))
       and ($3::uuid is null or c.id > $3) and c.id <= $4 and ${which} and ${bound}
     order by c.id limit $${values.push(limit)}`,
    values,
  )
  return rows.map((row) => row.id)
}

/** Every day for the day before; each client by itself, so that one stops no other. */
export const billingJob = {
  wanted: `exists (select 1 from price_list l where l.tenant_id = t.tenant_id)
    or exists (select 1 from charge c where c.tenant_id = t.tenant_id
      and c.status in ('GENERATED', 'AUTHORIZED'))`,
  chunk: (unit, day) => startOnce(unit, 'bookkeepingFiles.billing', { toDate: plusDays(day, -1) }),
} satisfies JobWork

export const exportJob = {
  wanted: `exists (select 1 from bill b where b.tenant_id = t.tenant_id and b.status = 'BOOKED')`,
  async chunk(unit: Unit, _: BusinessDate) {
    const settings = await settingsInForce(unit, [billingRoutineSettings], [])
    return settings.of(billingRoutineSettings, unit.tenantId).export
      ? startOnce(unit, 'bills.export', {})
      : { counts: { started: 0 }, after: null }
  },
} satisfies JobWork

/** One that somebody has begun does the same. */
async function startOnce(
  unit: Unit,
  taskName: TaskName,
  input: Record<string, unknown>,
): Promise<JobChunk> {
  const status = { $in: [...activeTaskStatuses] }
  const running = await unit.all(BackgroundTask, {
    taskName,
    clientId: null,
    dryRun: false,
    status,
  })
  if (running.length === 0) await startTask(unit, { taskName, input })
  return { counts: { started: running.length === 0 ? 1 : 0 }, after: null }
}
