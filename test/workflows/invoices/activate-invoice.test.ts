import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Worker } from '@temporalio/worker'
import type { WorkflowHandle } from '@temporalio/client'
import { createActivities } from '../../../src/activities/registry.ts'
import { freePort } from '../../../src/embedded/ports.ts'
import { Pool } from '../../../src/ports/database/pool.ts'
import { dataConverter } from '../../../src/ports/temporal/connect.ts'
import type { DocumentStore } from '../../../src/ports/documents/documents.ts'
import { folderStore } from '../../../src/ports/documents/folder-store.ts'
import { refusals } from '../../../src/domain/refusal.ts'
import { detailsOf, engine, type Engine } from '../../support/temporal.ts'
import {
  startActivation,
  waitingInvoice,
  waitingOf,
  type Waiting,
} from '../../support/activations.ts'
import { clientIn } from '../../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let temporal: Engine
/** Where documents go: the folder of the world, or one that cannot be written. */
let store: DocumentStore
let isAway = false
let away: Pool

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  store = at.runtime.documents
  const documents: DocumentStore = {
    put: (key, bytes) => store.put(key, bytes),
    bring: (bytes) => store.bring(bytes),
    get: (key) => store.get(key),
    pieces: (key) => store.pieces(key),
    delete: (key) => store.delete(key),
    sweep: (before) => store.sweep(before),
  }
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
  away = new Pool({ url, connections: 1, queue: 10, name: 'away', onLost: () => undefined })
  const { pool } = at.runtime
  const activities = createActivities({
    ...at.runtime,
    documents,
    get pool() {
      return isAway ? away : pool
    },
  })
  temporal = await engine({ keys: at.keys, activities })
})
afterAll(async () => {
  await temporal.close()
  await away.close()
  await at.close()
})

const start = (waiting: Waiting) => startActivation(temporal, tenant, waiting)
const nowhere = folderStore('/dev/null/documents')

async function withoutStore<T>(work: () => Promise<T>): Promise<T> {
  store = nowhere
  try {
    return await work()
  } finally {
    store = at.runtime.documents
  }
}

const statusOf = async ({ invoiceId }: Waiting) => {
  const [row] = await at.owner(
    `select i.main_status as main, a.status, a.step, a.error from invoice i
     join invoice_activation a on a.tenant_id = i.tenant_id and a.invoice_id = i.id
       and a.number = i.activation_number where i.id = $1`,
    [invoiceId],
  )
  return row as { main: string; status: string; step: string; error: string | null }
}

const errandsOf = ({ invoiceId }: Waiting) =>
  at.owner('select type, status, data, suggestion from system_errand where subject_id = $1', [
    invoiceId,
  ])

const bookingsOf = async ({ invoiceId }: Waiting) =>
  (await at.owner('select id from financial_event where claim_id = $1', [invoiceId])).length

const eventsOf = async (handle: WorkflowHandle) => (await handle.fetchHistory()).events ?? []

const untilStep = (waiting: Waiting, step: string) =>
  expect.poll(async () => (await statusOf(waiting)).step).toBe(step)

/** Waits for a timer between two tries, which an operator sees too. */
const untilTimer = (handle: WorkflowHandle) =>
  expect
    .poll(async () =>
      (await eventsOf(handle)).some(
        ({ timerStartedEventAttributes }) => timerStartedEventAttributes,
      ),
    )
    .toBe(true)

async function failure(handle: WorkflowHandle): Promise<{ type?: string; message: string }> {
  const error = await handle.result().then(
    () => undefined,
    (thrown: { cause?: { type?: string; message: string } }) => thrown.cause,
  )
  if (error === undefined) throw new Error('the activation did not fail')
  return error
}

test('an activation takes at most twelve events, and says where it stands', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const handle = await start(waiting)
  expect(await handle.result()).toBe('ACTIVATED')
  expect(await statusOf(waiting)).toMatchObject({ main: 'ACTIVATED', status: 'DONE' })
  expect(await bookingsOf(waiting)).toBe(1)
  const events = await eventsOf(handle)
  expect(events.length).toBeLessThanOrEqual(12)
  expect(await handle.query('where')).toEqual({
    step: 'DONE',
    says: 'It is booked, and all that follows is done.',
  })
  const size = events.reduce((sum, event) => sum + JSON.stringify(event).length, 0)
  expect(size).toBeLessThan(16_000)
})

test('an activation replays from its own history', async () => {
  const handle = await start(await waitingInvoice(tenant, clientId))
  await handle.result()
  await Worker.runReplayHistory(
    {
      workflowBundle: { codePath: inject('temporal').codePath },
      dataConverter: dataConverter(at.keys),
    },
    await handle.fetchHistory(),
    handle.workflowId,
  )
})

test('an activation that is refused stops at once, and goes on once it is retried', async () => {
  const other = await clientIn(tenant)
  const waiting = await waitingInvoice(tenant, other)
  // Accepted while the books were open, and locked before the process comes to them.
  await at.owner(
    `insert into locked_period (tenant_id, owner_id, owner_type, client_id, locked_until, version,
       created_at, updated_at) values ($1, $2, 'CLIENT', $2, '2999-01-01', 1, now(), now())`,
    [tenant.id, other],
  )
  const handle = await start(waiting)
  const failed = await failure(handle)
  expect(failed.type).toBe('PERIOD_LOCKED')
  const [, , remedy] = refusals.PERIOD_LOCKED
  expect(failed.message).toContain(remedy)
  const { body } = await tenant.api.get(`/invoices/${waiting.invoiceId}`)
  const { gross } = body.totals
  const { name } = (await tenant.api.get(`/clients/${other}`)).body
  const details = await detailsOf(handle)
  expect(details).toContain(`Invoice ${body.invoiceNumber}, ${gross} SEK, client ${name}\n`)
  expect(details).toContain(`It stopped at BOOK: PERIOD_LOCKED: `)
  expect(details).toContain(remedy)
  expect(await (await handle.describe()).staticDetails()).toBe(`GET /invoices/${body.id}`)
  expect(await statusOf(waiting)).toMatchObject({
    main: 'ACTIVATING',
    status: 'FAILED',
    step: 'BOOK',
    error: expect.stringMatching(/^PERIOD_LOCKED: /),
  })
  expect(await errandsOf(waiting)).toMatchObject([
    {
      type: 'ACTIVATION_FAILED',
      status: 'OPEN',
      data: { code: 'PERIOD_LOCKED', step: 'BOOK' },
      suggestion: { action: 'RETRY_ACTIVATION' },
    },
  ])
  expect(await handle.query('where')).toMatchObject({ step: 'BOOK' })
  const { searchAttributes } = await handle.describe()
  expect(searchAttributes).toMatchObject({ RxStatus: ['FAILED'] })

  await at.owner('delete from locked_period where owner_id = $1', [other])
  await tenant.api.post(`/invoices/${waiting.invoiceId}/retry-post-activate`)
  const again = await start(waiting)
  expect(await again.result()).toBe('ACTIVATED')
  expect(await errandsOf(waiting)).toMatchObject([{ status: 'RESOLVED' }])
  expect(await bookingsOf(waiting)).toBe(1)
  const documents = await at.owner('select id from document where invoice_id = $1', [
    waiting.invoiceId,
  ])
  expect(documents).toHaveLength(1)
})

test('an activation tries a step that breaks five times, then leaves it to a person', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const handle = await withoutStore(async () => {
    const begun = await start(waiting)
    await untilTimer(begun)
    await temporal.advance(begun, 60_000)
    await failure(begun)
    return begun
  })
  expect(await statusOf(waiting)).toMatchObject({ status: 'FAILED', step: 'DOCUMENTS' })
  expect(await errandsOf(waiting)).toMatchObject([{ type: 'ACTIVATION_FAILED', status: 'OPEN' }])
  const timers = (await eventsOf(handle)).filter((event) => event.timerStartedEventAttributes)
  expect(timers).toHaveLength(3)
  await tenant.api.post(`/invoices/${waiting.invoiceId}/retry-post-activate`)
  expect(await (await start(waiting)).result()).toBe('ACTIVATED')
})

test('an activation goes on by itself when a step works again before that', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const handle = await withoutStore(async () => {
    const begun = await start(waiting)
    await untilTimer(begun)
    return begun
  })
  await temporal.advance(handle, 60_000)
  expect(await handle.result()).toBe('ACTIVATED')
  expect(await errandsOf(waiting)).toEqual([])
})

test('an activation waits for as long as the disk of documents is full, and leaves nobody an errand', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  store = { ...at.runtime.documents, put: (_, bytes) => writeFile('/dev/full', bytes) }
  const handle = await start(waiting)
  const says = async () => ((await handle.query('where')) as { says: string }).says
  await temporal.advance(handle, 300_000)
  await expect.poll(says).toMatch(/is away \(UNAVAILABLE\); it goes on by itself on \d/)
  expect(await statusOf(waiting)).toMatchObject({ status: 'RUNNING', step: 'DOCUMENTS' })
  store = at.runtime.documents
  await temporal.advance(handle, 360_000)
  expect(await handle.result()).toBe('ACTIVATED')
  expect(await errandsOf(waiting)).toEqual([])
})

test('an activation that is reset meanwhile ends without booking', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const handle = await withoutStore(async () => {
    const begun = await start(waiting)
    await untilTimer(begun)
    return begun
  })
  await untilStep(waiting, 'DOCUMENTS')
  await tenant.api.put(`/invoices/${waiting.invoiceId}/reset`)
  await handle.signal('closed')
  await temporal.advance(handle, 60_000)
  expect(await handle.result()).toBe('WITHDRAWN')
  expect(await bookingsOf(waiting)).toBe(0)
  expect(await statusOf(waiting)).toMatchObject({ main: 'CREATED', status: 'WITHDRAWN' })
})

test('an activation waits for as long as the database is away, and goes on', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  isAway = true
  const handle = await start(waiting)
  const says = async () => ((await handle.query('where')) as { says: string }).says
  await untilTimer(handle)
  await temporal.advance(handle, 45_000)
  await expect.poll(says).toMatch(/is away \(UNAVAILABLE\)/)
  await temporal.advance(handle, 300_000)
  isAway = false
  await temporal.advance(handle, 360_000)
  expect(await handle.result()).toBe('ACTIVATED')
  expect(await errandsOf(waiting)).toEqual([])
})

test('an activation that lost its run is done by another, once', async () => {
  const waiting = await waitingInvoice(tenant, clientId)
  const handle = await withoutStore(async () => {
    const begun = await start(waiting)
    await untilTimer(begun)
    return begun
  })
  await handle.terminate('the engine lost its store')
  expect(await (await start(waiting)).result()).toBe('ACTIVATED')
  expect(await (await start(waiting)).result()).toBe('ACTIVATED')
  expect(await bookingsOf(waiting)).toBe(1)
})

test('an activation of a reset invoice is another than the first', async () => {
  const first = await waitingInvoice(tenant, clientId)
  await tenant.api.put(`/invoices/${first.invoiceId}/reset`)
  await tenant.api.put(`/invoices/${first.invoiceId}/activate`, {
    productCode: 'INVOICE_SERVICE',
  })
  const second = await waitingOf(tenant, first.invoiceId)
  expect(second.workflowId).toBe(first.workflowId.replace(/1$/, '2'))
  expect(await (await start(first)).result()).toBe('WITHDRAWN')
  expect(await (await start(second)).result()).toBe('ACTIVATED')
})
