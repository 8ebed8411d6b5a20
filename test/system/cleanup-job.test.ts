import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { keptTables } from '../../src/entities/table.ts'
import { BackgroundTask, BackgroundTaskItem } from '../../src/entities/background-task.ts'
import { personIn } from '../access/people.ts'
import { jobDone } from '../support/jobs.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const ended = (endedAt: string | null, of: TestTenant = tenant) =>
  of.work(async (unit) => {
    const task = unit.add(BackgroundTask, {
      taskName: 'invoices.bulkUpdate',
      clientId: null,
      status: endedAt === null ? 'RUNNING' : 'COMPLETED',
      total: 1,
      processed: 1,
      succeeded: 1,
      failed: 0,
      input: {},
      selection: null,
      selectedUntil: null,
      walkedTo: null,
      walked: true,
      settledTo: 1,
      dryRun: false,
      result: null,
      requestedBy: unit.principal.id,
      requestedByName: 'Test',
      openedBy: null,
      assignedOnly: false,
      code: null,
      startedAt: null,
      endedAt: endedAt === null ? null : new Date(endedAt),
    })
    unit.add(BackgroundTaskItem, {
      taskId: task.id,
      position: 1,
      entityId: task.id,
      status: 'DONE',
      code: null,
      message: null,
    })
    return task.id
  })

const tasksOf = async ({ id }: TestTenant) =>
  (await at.owner('select id from background_task where tenant_id = $1', [id])).map(
    (row) => row['id'],
  )

test('a task goes with its items thirty days after it ended; none before, none that runs', async () => {
  const other = await tenantIn(at)
  const old = await ended('2027-01-01T08:00:00Z')
  const later = await ended('2027-01-02T08:00:00Z')
  const running = await ended(null)
  const theirs = await ended('2027-01-01T08:00:00Z', other)
  await jobDone(at, tenant, 'cleanup', '2027-01-31')
  expect(await tasksOf(tenant)).toHaveLength(3)
  expect(await jobDone(at, tenant, 'cleanup', '2027-02-01')).toMatchObject({
    status: 'DONE',
    counts: { background_task: 1, background_task_item: 1 },
  })
  expect((await tenant.api.get(`/background-task/${old}`)).status).toBe(404)
  expect((await tenant.api.get(`/background-task/${later}`)).status).toBe(200)
  expect((await tenant.api.get(`/background-task/${running}`)).status).toBe(200)
  expect((await other.api.get(`/background-task/${theirs}`)).status).toBe(200)
  const [trace] = await at.owner(
    `select action, principal_name as by from changelog where entity_id = $1 order by id desc`,
    [old],
  )
  expect(trace).toEqual({ action: 'DELETED', by: 'job cleanup' })
})

test('more than fits into one unit goes in several', async () => {
  const task = await ended('2027-03-01T08:00:00Z')
  await at.owner(
    `insert into background_task_item (tenant_id, task_id, position, entity_id, status)
     select tenant_id, task_id, n, entity_id, status from background_task_item,
       generate_series(2, 1200) n where task_id = $1`,
    [task],
  )
  expect(await jobDone(at, tenant, 'cleanup', '2027-04-02')).toMatchObject({
    counts: { background_task_item: 1201 },
  })
})

test('a session that ended long ago goes, and none by which others live', async () => {
  const { id } = await personIn(at, tenant)
  const until = (expires: string) =>
    at.owner(
      `insert into token select (json_populate_record(t, json_build_object('id', $4::uuid,
         'hash', md5(random()::text), 'user_id', $2::uuid, 'expires_at', $3::text))).*
       from token t where t.tenant_id = $1 limit 1 returning id`,
      [tenant.id, id, expires, newId('Token')],
    )
  const [[gone], [recent], [maker]] = [
    await until('2027-01-01T00:00:00Z'),
    await until('2027-05-01T00:00:00Z'),
    await until('2027-01-01T00:00:00Z'),
  ]
  const [made] = await until('2027-09-01T00:00:00Z')
  await at.owner('update token set created_by = $2 where id = $1', [made?.['id'], maker?.['id']])
  await jobDone(at, tenant, 'cleanup', '2027-06-01')
  const left = await at.owner('select id from token where user_id = $1', [id])
  const ids = left.map((row) => row['id'])
  expect(ids).not.toContain(gone?.['id'])
  for (const each of [recent, maker, made]) expect(ids).toContain(each?.['id'])
})

test('whether anything is over is found by an index', async () => {
  for (const { table, of, since } of keptTables(false)) {
    const [found] = await at.owner(
      `select 1 from pg_indexes where tablename = $1 and indexdef like '%' || $2 || '%'`,
      [of?.table ?? table, since],
    )
    expect(found, table).toBeDefined()
  }
})
