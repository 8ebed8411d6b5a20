import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { startTask } from '../../src/activities/system/start-task.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { besideId } from '../support/ids-inside.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const changes = { serviceProviderCode: 'INTERNAL' }
const bulkUpdate = (body: Record<string, unknown>): Promise<Answered> =>
  tenant.api.put('/invoices/actions/bulk-update', { changes, ...body })

const taskOf = (entityId: string) => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: 'test',
})
const chunk = (entityId: string) => workOffTask(taskOf(entityId))

/** As its process does, until nothing is left. */
async function workedOff(taskId: string) {
  for (;;) if (!(await chunk(taskId)).open) return read(taskId)
}

const read = async (taskId: string) => (await tenant.api.get(`/background-task/${taskId}`)).body

const codesOf = async (ids: readonly string[]) => {
  const rows = await at.owner(
    'select service_provider_code as code from invoice where id = any($1) order by id',
    [ids],
  )
  return rows.map(({ code }) => code)
}

async function createdMany(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => createdInvoice(tenant, clientId)))
}

describe('a background task', () => {
  test('is accepted with its address, done one by one, and put into the outbox', async () => {
    const ids = await createdMany(3)
    const answer = await bulkUpdate({ ids: [...ids, ids[0]] })
    expect(answer.status).toBe(202)
    const { id } = answer.body
    expect(answer.headers.get('location')).toBe(`/background-task/${id}`)
    expect(answer.body).toMatchObject({ status: 'QUEUED', total: 3, processed: 0 })
    const outbox = await at.owner('select workflow_id from outbox where workflow = $1', ['runTask'])
    expect(outbox.map((row) => row['workflow_id'])).toContain(`task/${tenant.id}/${id}`)

    expect(await workedOff(id)).toMatchObject({
      status: 'COMPLETED',
      processed: 3,
      succeeded: 3,
      failed: 0,
      errors: [],
    })
    expect(await codesOf(ids)).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL'])
    const log = await at.owner(
      `select distinct principal_id from changelog where entity_id = any($1) and action = 'UPDATED'`,
      [ids],
    )
    expect(log.map((row) => row['principal_id'])).toEqual([answer.body.requestedBy])
    const latest = await tenant.api.get('/background-task/latest-task-id/invoices.bulkUpdate')
    expect(latest.body).toEqual({
      taskId: id,
      taskName: 'invoices.bulkUpdate',
      status: 'COMPLETED',
    })
    const events = await at.owner(
      `select name from event where subject_id = $1 order by occurred_at desc, id desc limit 1`,
      [id],
    )
    expect(events[0]?.['name']).toBe('completed')
  })

  test('lists what was refused, and does the rest', async () => {
    const [open = ''] = await createdMany(1)
    const booked = await activatedInvoice(tenant, clientId)
    const moved = { dates: { expireDate: '2027-03-01' } }
    const { body } = await bulkUpdate({ ids: [booked, open], changes: moved })
    const done = await workedOff(body.id)
    expect(done).toMatchObject({ status: 'COMPLETED', processed: 2, succeeded: 1, failed: 1 })
    expect(done.errors).toEqual([
      { entityId: booked, code: 'INVOICE_NOT_CHANGEABLE', message: expect.any(String) },
    ])
    expect((await tenant.api.get(`/invoices/${open}`)).body.dates.expireDate).toBe('2027-03-01')
  })

  test('that does nothing at all has failed', async () => {
    const booked = await activatedInvoice(tenant, clientId)
    const { body } = await bulkUpdate({
      ids: [booked],
      changes: { dates: { expireDate: '2027-03-01' } },
    })
    expect(await workedOff(body.id)).toMatchObject({ status: 'FAILED', failed: 1 })
  })
})

describe('a second background task', () => {
  test('of the same name and client waits for the first', async () => {
    const ids = await createdMany(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => bulkUpdate({ ids })))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted.length).toBe(1)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.code).toBe('TASK_RUNNING')
    expect(refused?.body.detail).toContain(accepted[0]?.body.id)
    await workedOff(accepted[0]?.body.id)
    const next = await bulkUpdate({ ids })
    expect(next.status).toBe(202)
    await workedOff(next.body.id)
  })

  test('of another client goes beside it, and takes nothing but that client’s', async () => {
    const ids = await createdMany(1)
    const rights = ['BulkUpdateInvoice', 'GetBackgroundTaskStatus', 'GetBackgroundTaskId'] as const
    const otherId = await clientIn(tenant)
    const other = await tenant.holding(rights, { clientId: otherId })
    const foreign = await other.put('/invoices/actions/bulk-update', { ids, changes })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND'])
    expect(foreign.body.errors[0].pointer).toBe('/ids/0')

    const { body } = await bulkUpdate({ ids })
    const own = await createdInvoice(tenant, otherId)
    const beside = await other.put('/invoices/actions/bulk-update', {
      filter: { mainStatus: 'CREATED' },
      changes,
    })
    expect(beside.body).toMatchObject({ status: 'QUEUED', total: 1, clientId: otherId })
    expect((await other.get(`/background-task/${body.id}`)).status).toBe(404)
    await workedOff(beside.body.id)
    expect([await codesOf([own]), await codesOf(ids)]).toEqual([['INTERNAL'], [null]])
    await workedOff(body.id)
  })

  test('takes what a filter finds, and refuses both ways or none', async () => {
    const one = await clientIn(tenant)
    const ids = await Promise.all([createdInvoice(tenant, one), createdInvoice(tenant, one)])
    const { body } = await bulkUpdate({ filter: { clientId: one, mainStatus: 'CREATED' } })
    expect(body.total).toBe(2)
    await workedOff(body.id)
    expect(await codesOf(ids)).toEqual(['INTERNAL', 'INTERNAL'])
    const clients = { filter: { clientId: [] } }
    const both = { ids, filter: { mainStatus: 'CREATED' } }
    for (const wrong of [
      {},
      both,
      { filter: {} },
      clients,
      { filter: { nothing: 1 } },
      { ids: [] },
    ]) {
      expect((await bulkUpdate(wrong)).status).toBe(400)
    }
  })
})

describe('a task that chooses by a filter', () => {
  test('goes through ten thousand page by page, and takes nothing that came later', async () => {
    const of = await clientIn(tenant)
    const first = await createdInvoice(tenant, of)
    await at.owner(copies, [first, 10_050])
    const filter = { clientId: of, mainStatus: 'ARCHIVED' }
    const asked = { filter, productCode: 'INVOICE_SERVICE' }
    const { body } = await tenant.api.post('/invoices/actions/bulk-activate', asked)
    expect(body).toMatchObject({ status: 'QUEUED', total: 10_050, processed: 0 })
    const itemsOf = () =>
      at.owner('select count(*)::int as n from background_task_item where task_id = $1', [body.id])
    expect(await itemsOf()).toEqual([{ n: 0 }])

    await chunk(body.id)
    expect(await itemsOf()).toEqual([{ n: 500 }])
    expect(await read(body.id)).toMatchObject({ status: 'RUNNING', processed: 500, failed: 500 })
    const later = newId('Invoice')
    await at.owner(copyAs, [first, later])
    const done = await workedOff(body.id)
    expect(done).toMatchObject({ status: 'FAILED', total: 10_050, processed: 10_050 })
    expect(await itemsOf()).toEqual([{ n: 10_050 }])
    const taken = await at.owner(
      'select 1 from background_task_item where task_id = $1 and entity_id = $2',
      [body.id, later],
    )
    expect(taken).toEqual([])
  }, 120_000)

  test('counts what went out of the filter before its page was looked for as none', async () => {
    const of = await clientIn(tenant)
    const ids = await Promise.all([createdInvoice(tenant, of), createdInvoice(tenant, of)])
    const { body } = await bulkUpdate({ filter: { clientId: of, mainStatus: 'CREATED' } })
    await at.owner(`update invoice set main_status = 'STOPPED' where id = $1`, [ids[0]])
    expect(await workedOff(body.id)).toMatchObject({ status: 'COMPLETED', total: 1, succeeded: 1 })
  })

  test('ends where whoever asked for it may act no more', async () => {
    const of = await clientIn(tenant)
    await createdInvoice(tenant, of)
    const rights = ['BulkUpdateInvoice', 'GetBackgroundTaskStatus'] as const
    const asking = await tenant.holding(rights, { clientId: of })
    const filter = { clientId: of }
    const { body } = await asking.put('/invoices/actions/bulk-update', { filter, changes })
    await at.owner('update token set revoked_at = now() where id = $1', [body.requestedBy])
    const ended = { status: 'FAILED', code: 'UNAUTHENTICATED', succeeded: 0, failed: 0 }
    expect(await workedOff(body.id)).toMatchObject(ended)
  })
})

/** Archived ones, which are refused together: invoices in every column but what must differ. */
const archived = (id: string, number: string) => `insert into invoice
  select (jsonb_populate_record(i, jsonb_build_object('id', ${id}, 'invoice_number', ${number},
    'main_status', 'ARCHIVED', 'archived_at', now(), 'payment_reference', null))).*
  from invoice i`
const copies = `${archived(besideId('i.id'), "'COPY-' || n")},
  generate_series(1, $2::int) n where i.id = $1`
const copyAs = `${archived('$2::uuid', "'LATER'")} where i.id = $1`

describe('the chunks of a background task', () => {
  test('are counted, and end after the present one where it is cancelled', async () => {
    const ids = Array.from({ length: 1_050 }, () => newId('Invoice'))
    const task = await tenant.work((unit) =>
      startTask(unit, { taskName: 'invoices.bulkUpdate', ids, input: { changes } }),
    )
    expect(await chunk(task.id)).toMatchObject({ open: true, processed: 500, failed: 500 })
    const close = (body: object) => tenant.api.put('/background-task/close', body)
    const running = await close({ ids: [task.id] })
    expect([running.status, running.body.code]).toEqual([409, 'TASK_RUNNING'])
    const cancelled = await close({ ids: [task.id], cancel: true })
    expect(cancelled.body.data[0]).toMatchObject({ status: 'CANCELLED' })
    expect(await chunk(task.id)).toMatchObject({ open: false, processed: 500 })
    expect(await read(task.id)).toMatchObject({ total: 1_050, failed: 500, skipped: 550 })
    expect((await read(task.id)).errors.length).toBe(100)
    const closed = await close({ taskName: 'invoices.bulkUpdate' })
    expect(closed.body.data.every(({ status }: { status: string }) => status === 'CLOSED')).toBe(
      true,
    )
    const path = '/background-task/latest-task-id/invoices.bulkUpdate'
    expect((await tenant.api.get(path)).status).toBe(404)
    expect((await tenant.api.get('/background-task/latest-task-id/nothing')).status).toBe(404)
    expect((await close({ ids: [newId('BackgroundTask')] })).body.errors[0].pointer).toBe('/ids/0')
  })
})

describe('a background task', () => {
  test.each([false, true])(
    'ends within two seconds where it is cancelled (tried: %s)',
    async (dryRun) => {
      const ids = Array.from({ length: 500 }, () => newId('Invoice'))
      const taskName = 'invoices.bulkUpdate'
      const task = await tenant.work((unit) =>
        startTask(unit, { taskName, ids, input: { changes }, dryRun }),
      )
      const { registered } = at.runtime
      const { together: _, ...work } = registered.tasks[taskName]
      let begun = 0
      let ended = 0
      // The first of them takes longest, so that others are done beyond one that is not.
      const slow = async (_: unknown, entityId: string) => {
        begun++
        await setTimeout(entityId === ids[0] ? 300 : 100)
        ended++
      }
      const tasks = { ...registered.tasks, [taskName]: { ...work, each: slow } }
      const runtime = { ...at.runtime, registered: { ...registered, tasks } }
      const working = workOffTask({ ...taskOf(task.id), runtime })
      await expect.poll(() => begun).toBeGreaterThan(0)
      const cancelled = await tenant.api.put('/background-task/close', {
        ids: [task.id],
        cancel: true,
      })
      expect(cancelled.body.data[0]).toMatchObject({ status: 'CANCELLED' })
      const since = performance.now()
      expect(await working).toMatchObject({ open: false, status: 'CANCELLED' })
      expect(performance.now() - since).toBeLessThan(2_000)
      expect(begun).toBeLessThan(ids.length)
      const { total, processed, succeeded, failed, skipped } = await read(task.id)
      const done = dryRun ? 0 : ended
      expect([total, processed, skipped]).toEqual([500, done, 500 - done])
      expect(succeeded + failed).toBe(processed)
      const late = await workOffTask({ ...taskOf(task.id), runtime })
      expect(late).toMatchObject({ open: false, processed: done })
    },
  )
})

describe('a chunk of a background task', () => {
  test('has its effect once when it runs twice', async () => {
    const ids = await createdMany(5)
    const { body } = await bulkUpdate({ ids })
    await Promise.all([chunk(body.id), chunk(body.id), chunk(body.id)])
    expect(await workedOff(body.id)).toMatchObject({ status: 'COMPLETED', succeeded: 5 })
    const log = await at.owner(
      `select entity_id from changelog where entity_id = any($1) and action = 'UPDATED'`,
      [ids],
    )
    expect(log.length).toBe(5)
  })

  test('goes on where it stopped: what was done before is not done again', async () => {
    const ids = await createdMany(7)
    const { body } = await bulkUpdate({ ids })
    const { registered } = at.runtime
    const work = registered.tasks['invoices.bulkUpdate']
    let calls = 0
    const failing: typeof work = {
      ...work,
      togetherMax: 3,
      together: (...given) => {
        if (++calls === 2) throw new Refusal('UNAVAILABLE')
        return work.together!(...given)
      },
    }
    const tasks = { ...registered.tasks, 'invoices.bulkUpdate': failing }
    const runtime = { ...at.runtime, registered: { ...registered, tasks } }
    const broken = workOffTask({ ...taskOf(body.id), runtime })
    await expect(broken).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await codesOf(ids)).filter((code) => code === 'INTERNAL').length).toBe(3)
    expect(await workedOff(body.id)).toMatchObject({ status: 'COMPLETED', succeeded: 7 })
    const log = await at.owner(
      `select entity_id from changelog where entity_id = any($1) and action = 'UPDATED'`,
      [ids],
    )
    expect(log.length).toBe(7)
  })

  test('is done by halves where the database ends a statement for its length', async () => {
    const ids = await createdMany(4)
    const { body } = await bulkUpdate({ ids })
    const { registered } = at.runtime
    const work = registered.tasks['invoices.bulkUpdate']
    const sizes: number[] = []
    const slow: typeof work = {
      ...work,
      together: (unit, those, input) => {
        sizes.push(those.length)
        if (those.length > 2) throw Object.assign(new Error('too long'), { code: '57014' })
        return work.together!(unit, those, input)
      },
    }
    const tasks = { ...registered.tasks, 'invoices.bulkUpdate': slow }
    const runtime = { ...at.runtime, registered: { ...registered, tasks } }
    await workOffTask({ ...taskOf(body.id), runtime })
    expect(sizes).toEqual([4, 2, 2])
    expect(await workedOff(body.id)).toMatchObject({ status: 'COMPLETED', succeeded: 4 })
  })
})
