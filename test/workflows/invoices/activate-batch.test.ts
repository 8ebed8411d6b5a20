import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gathering, overdue } from '../../../src/activities/areas.ts'
import { batchMax } from '../../../src/domain/invoices/activation.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { Reconciler } from '../../../src/kernel/relay/reconcile.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import type { DocumentStore } from '../../../src/ports/documents/documents.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { waitingInvoice, type Waiting } from '../../support/activations.ts'
import { clientIn } from '../../support/trade.ts'
import { allDue, allSent } from '../../support/messages.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'
import { besideId } from '../../support/ids-inside.ts'

let at: World
let tenant: TestTenant
let clientId: string
let temporal: Engine
let relay: Relay
/** How often the store fails from now on. */
let failures = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  const { documents: store } = at.runtime
  const documents: DocumentStore = {
    ...store,
    async put(key, bytes) {
      if (failures-- > 0) throw new Error('no space left')
      await store.put(key, bytes)
    },
  }
  const activities = createActivities({ ...at.runtime, documents })
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-bulk' })
  relay = new Relay({
    gathering,
    url: at.installed.relayUrl,
    client: temporal.client,
    log: at.runtime.log,
  })
})
afterAll(async () => {
  await relay.stop()
  await temporal.close()
  await at.close()
})
beforeEach(async () => {
  failures = 0
  await allSent(at)
})

const waiting = (count: number): Promise<Waiting[]> =>
  Promise.all(Array.from({ length: count }, () => waitingInvoice(tenant, clientId)))

const activations = (all: readonly Waiting[]) =>
  at.owner('select * from invoice_activation where id = any($1) order by id', [
    all.map(({ activationId }) => activationId),
  ])

const areSent = async (all: readonly Waiting[]) =>
  (await activations(all)).map((row) => row['starts_at'] === null)

const bookings = async (all: readonly Waiting[]) =>
  (
    await at.owner('select claim_id from financial_event where claim_id = any($1)', [
      all.map(({ invoiceId }) => invoiceId),
    ])
  ).length

/** The one batch that these were gathered into. */
async function batchOf(all: readonly Waiting[]) {
  const ids = new Set((await activations(all)).map((row) => row['batch_id']))
  expect(ids.size).toBe(1)
  return batchCalled([...ids][0])
}

const batchCalled = (id: unknown) =>
  temporal.client.workflow.getHandle(`activate-batch/${tenant.id}/${String(id)}`)

async function wasStarted({ workflowId }: Waiting): Promise<boolean> {
  return temporal.client.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      () => true,
      () => false,
    )
}

test('a lone one has a workflow of its own', async () => {
  const [lone] = await waiting(1)
  await relay.carry()
  expect(await wasStarted(lone!)).toBe(true)
  expect(await activations([lone!])).toMatchObject([{ batch_id: null }])
  expect(await areSent([lone!])).toEqual([true])
  await tenant.api.put(`/invoices/${lone!.invoiceId}/reset`)
})

test('a batch takes in what comes while it is at work', async () => {
  const first = await waiting(3)
  await relay.carry()
  const late = await waiting(5)
  await at.owner('update invoice_activation set updated_at = now() where id = any($1)', [
    late.map(({ activationId }) => activationId),
  ])
  const batch = await batchOf(first)
  const result = (await batch.result()) as { total: number; done: number }
  // What it did not see any more is told of by the next round, and nothing is done twice.
  if (result.total < 8) {
    const areDone = async () => {
      await relay.carry()
      return (await activations(late)).every(({ status }) => status === 'DONE')
    }
    await expect.poll(areDone).toBe(true)
  }
  await expect.poll(() => bookings([...first, ...late])).toBe(8)
  for (const row of await activations(late)) await batchCalled(row['batch_id']).result()
})

test('a full batch takes in no more, and leaves the rest to the next', async () => {
  const [of, ...late] = await waiting(3)
  const ids = late.map(({ activationId }) => activationId)
  await at.owner(
    `insert into invoice_activation select r.* from invoice_activation a,
       generate_series(1, $2::int) n, json_populate_record(a, json_build_object(
         'id', ${besideId('a.id')}, 'number', 1000 + n, 'status', 'DONE', 'booked_at', now(),
         'batch_id', 'full')) r
     where a.id = $1`,
    [of!.activationId, batchMax - 1],
  )
  await at.owner('update invoice_activation set updated_at = now() where id = any($1)', [ids])
  await at.owner(`update invoice_activation set batch_id = 'full' where id = $1`, [ids[0]])
  await allSent(at)
  const result = await temporal.client.workflow.execute('activateBatch', {
    taskQueue: temporal.taskQueue,
    workflowId: `activate-batch/${tenant.id}/full`,
    args: [{ tenantId: tenant.id, entityId: 'full' }],
  })
  expect(result).toMatchObject({ open: false, total: batchMax, done: batchMax })
  expect(await activations([late[0]!])).toMatchObject([{ batch_id: 'full' }])
  expect(await activations([late[1]!])).toMatchObject([{ batch_id: null }])
  for (const { invoiceId } of [of!, late[1]!]) await tenant.api.put(`/invoices/${invoiceId}/reset`)
})

test('while two batches are at work, what comes waits for them, and not for long', async () => {
  const [one, other, next] = await Promise.all([waiting(2), waiting(2), waiting(2)])
  const mark = 'update invoice_activation set batch_id = $2, updated_at = now() where id = any($1)'
  await at.owner(mark, [one.map(({ activationId }) => activationId), 'one'])
  await at.owner(mark, [other.map(({ activationId }) => activationId), 'other'])
  await at.owner('update invoice_activation set created_at = now() where id = any($1)', [
    [...one, ...other, ...next].map(({ activationId }) => activationId),
  ])
  await relay.carry()
  for (const each of next) expect(await wasStarted(each)).toBe(false)
  expect(await areSent(next)).not.toContain(true)
  const old = `update invoice_activation set created_at = now() - interval '20 seconds'
    where id = any($1)`
  await at.owner(old, [[...one, ...other, ...next].map(({ activationId }) => activationId)])
  await allDue(at)
  await relay.carry()
  const batch = await batchOf([...one, ...other, ...next])
  expect(await batch.result()).toMatchObject({ total: 6, done: 6 })
})

test('sixty are shared out to two workflows, and one bad invoice stops none of the others', async () => {
  const many = await waiting(60)
  const bad = many[17]!
  await at.owner('delete from article where invoice_id = $1', [bad.invoiceId])
  await relay.carry()
  expect(await areSent(many)).not.toContain(false)
  for (const each of many.slice(0, 3)) expect(await wasStarted(each)).toBe(false)
  const shared = Map.groupBy(await activations(many), (row) => row['batch_id'])
  expect([...shared.values()].map(({ length }) => length)).toEqual([30, 30])
  for (const id of shared.keys()) {
    const failed = shared.get(id)!.some((row) => row['id'] === bad.activationId) ? 1 : 0
    const counts = { open: false, total: 30, done: 30 - failed, failed, alone: 0 }
    expect(await batchCalled(id).result()).toEqual(counts)
  }
  expect(await bookings(many)).toBe(59)
  const references = await at.owner(
    `select distinct payment_reference as reference from invoice
     where id = any($1) and payment_reference is not null`,
    [many.map(({ invoiceId }) => invoiceId)],
  )
  expect(references).toHaveLength(59)
  const rows = await activations(many)
  expect(rows.filter(({ status }) => status === 'DONE')).toHaveLength(59)
  expect(rows.find(({ id }) => id === bad.activationId)).toMatchObject({
    status: 'FAILED',
    step: 'BEGIN',
  })
  const errands = await at.owner('select data from system_errand where subject_id = $1', [
    bad.invoiceId,
  ])
  expect(errands).toMatchObject([{ data: { code: 'INVOICE_WITHOUT_ROWS' } }])
  const vouchers = await at.owner(
    `select count(*)::int as count, max(number) - min(number) + 1 as span from voucher
     where owner_id = $1`,
    [clientId],
  )
  expect(vouchers[0]?.['count']).toBe(Number(vouchers[0]?.['span']))
})

test('what breaks in a batch is tried again by itself, and not gathered another time', async () => {
  const many = await waiting(6)
  failures = 2
  await relay.carry()
  const batch = await batchOf(many)
  const result = (await batch.result()) as { done: number; alone: number }
  expect(result).toMatchObject({ done: 4, alone: 2 })
  const left = (await activations(many)).filter(({ status }) => status === 'RUNNING')
  expect(left).toHaveLength(result.alone)
  expect(left[0]).toMatchObject({ error: expect.stringMatching(/^INTERNAL: /), step: 'DOCUMENTS' })
  await relay.carry()
  const alone = many.filter(({ activationId }) => left.some(({ id }) => id === activationId))
  for (const each of alone) expect(await wasStarted(each)).toBe(true)
})

test('a relay that dies between start and acknowledgement leaves nothing done twice', async () => {
  const many = await waiting(8)
  await relay.carry()
  await (await batchOf(many)).result()
  await at.owner('update invoice_activation set starts_at = created_at where id = any($1)', [
    many.map(({ activationId }) => activationId),
  ])
  await relay.carry()
  expect(await areSent(many)).not.toContain(false)
  for (const each of many) expect(await wasStarted(each)).toBe(false)
  expect(await bookings(many)).toBe(8)
})

test('two batches over the same activations book each once', async () => {
  const many = await waiting(8)
  const ids = many.map(({ activationId }) => activationId)
  await allSent(at)
  await at.owner(`update invoice_activation set batch_id = 'B1' where id = any($1)`, [ids])
  const runs = [1, 2].map((n) =>
    temporal.client.workflow.execute('activateBatch', {
      taskQueue: temporal.taskQueue,
      workflowId: `activate-batch/${tenant.id}/B1-${n}`,
      args: [{ tenantId: tenant.id, entityId: 'B1' }],
    }),
  )
  const done = { open: false, total: 8, done: 8, failed: 0, alone: 0 }
  expect(await Promise.all(runs)).toEqual([done, done])
  expect(await bookings(many)).toBe(8)
})

test('one that was reset while it waited is left out', async () => {
  const many = await waiting(6)
  await tenant.api.put(`/invoices/${many[2]!.invoiceId}/reset`)
  await relay.carry()
  const handles = await activations(many.filter((_, n) => n !== 2))
  expect(new Set(handles.map((row) => row['batch_id'])).size).toBe(1)
  await (await batchOf(many.filter((_, n) => n !== 2))).result()
  expect(await bookings(many)).toBe(5)
})

test('the reconciler starts again what lost its batch, each under its own key', async () => {
  const many = await waiting(3)
  await allSent(at)
  await at.owner(
    `update invoice_activation set batch_id = 'gone', updated_at = now() - interval '10 minutes'
     where id = any($1)`,
    [many.map(({ activationId }) => activationId)],
  )
  const { relayUrl: url } = at.installed
  const reconciler = new Reconciler({ overdue, url, client: temporal.client, ...at.runtime })
  expect(await reconciler.reconcile()).toBeGreaterThanOrEqual(3)
  await reconciler.stop()
  for (const each of many) expect(await wasStarted(each)).toBe(true)
})
