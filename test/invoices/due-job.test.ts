import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dueJob } from '../../src/activities/invoices/due-job.ts'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { besideId, nthId } from '../support/ids-inside.ts'

let at: World
let tenant: TestTenant
let clientId: string

const job = 'invoice.due'
const zone = 'Europe/Stockholm'

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const dueOn = (expireDate: string) => ({ dates: { invoiceDate: '2026-11-02', expireDate } })

/** The job of a day for this tenant, as its workflow does it. */
async function run(day: string, runtime: Runtime = at.runtime): Promise<string> {
  const work = { runtime, now: new Date(`${day}T00:10:00Z`), workflowId: 'run-job/test' }
  await claimJobPage({ ...work, job, timeZone: zone, asOfDate: day, after: '' })
  return runJobForTenant({ ...work, job, tenantId: tenant.id, asOfDate: day })
}

const runOf = async (day: string) =>
  (
    await at.owner(
      'select status, counts, error from job_run where tenant_id = $1 and job = $2 and as_of_date = $3',
      [tenant.id, job, day],
    )
  )[0]

const ledgerEvents = (id: string) =>
  at.owner(
    `select type, status, done_date::text as done from invoice_ledger_event
     where invoice_id = $1 and type in ('DUE', 'OVERDUE', 'RESUMED') order by type, id`,
    [id],
  )

const events = (id: string, type: string) =>
  at.owner(
    `select e.name, e.data from event e
     where e.type = $3 and (e.subject_id = $1 or e.subject_id in (
       select id_text(id) from invoice_ledger_event where invoice_id = $2::uuid)) order by e.id`,
    [id, id, type],
  )
const done = async (id: string) =>
  (await events(id, 'INVOICE_LEDGER_EVENT')).filter(({ name }) => name === 'done')

describe('on its day', () => {
  test('a claim becomes due, and overdue on the next day, each with one event', async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2027-01-07'))
    await run('2027-01-06')
    expect(await done(id)).toEqual([])

    await run('2027-01-07')
    expect(await ledgerEvents(id)).toEqual([
      { type: 'DUE', status: 'DONE', done: '2027-01-07' },
      { type: 'OVERDUE', status: 'PLANNED', done: null },
    ])
    await run('2027-01-08')
    await run('2027-01-08')
    await run('2027-01-09')
    expect(await ledgerEvents(id)).toMatchObject([{ done: '2027-01-07' }, { done: '2027-01-08' }])
    expect(await done(id)).toEqual([
      {
        name: 'done',
        data: {
          invoiceId: id,
          type: 'DUE',
          plannedDate: '2027-01-07',
          doneDate: '2027-01-07',
        },
      },
      expect.objectContaining({ data: expect.objectContaining({ type: 'OVERDUE' }) }),
    ])
    expect(await runOf('2027-01-08')).toEqual({
      status: 'DONE',
      counts: { due: 0, overdue: 1, resumed: 0 },
      error: null,
    })
    const trail = await at.owner(
      `select c.principal_name as by, c.workflow_id as workflow, c.changes from changelog c
       join invoice_ledger_event l on l.id = id_of(c.entity_id)
       where l.invoice_id = $1 and c.action = 'UPDATED' order by c.id`,
      [id],
    )
    expect(trail).toMatchObject([
      {
        by: 'job invoice.due',
        workflow: 'run-job/test',
        changes: { status: { from: 'PLANNED', to: 'DONE' }, doneDate: { to: '2027-01-07' } },
      },
      { changes: { doneDate: { to: '2027-01-08' } } },
    ])
  })

  test('what was missed is made up for with the days that it had', async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2027-02-02'))
    await run('2027-02-10')
    expect(await ledgerEvents(id)).toMatchObject([
      { type: 'DUE', done: '2027-02-02' },
      { type: 'OVERDUE', done: '2027-02-03' },
    ])
  })
})

describe('beside what people do', () => {
  test('a ledger event that somebody moved to a Saturday comes on the Monday on which it is due', async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2027-03-01'))
    const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&type=DUE`)
    const moved = { plannedDate: '2027-03-06' }
    await tenant.api.put(`/invoices/events/ledger/${body.data[0].id}`, moved)
    await run('2027-03-06')
    expect(await done(id)).toEqual([])
    await run('2027-03-08')
    expect(await ledgerEvents(id)).toMatchObject([
      { type: 'DUE', done: '2027-03-08' },
      { done: null },
    ])
  })

  test('nothing becomes due of what is paid, not booked, or a credit note', async () => {
    const paid = await activatedInvoice(tenant, clientId, dueOn('2027-03-10'))
    const credit = await activatedInvoice(tenant, clientId, {
      ...dueOn('2027-03-10'),
      type: 'CREDIT_INVOICE',
    })
    const linked = await tenant.api.put('/invoices/link-multiple', {
      creditId: credit,
      debits: [{ id: paid, amount: '1250.00' }],
    })
    expect(linked.status).toBe(200)
    await run('2027-03-12')
    expect(await done(paid)).not.toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ type: 'DUE' }) }),
    )
  })

  test('calculating the status by hand leaves the same behind, and then nothing more', async () => {
    const byJob = await activatedInvoice(tenant, clientId, dueOn('2026-12-15'))
    const byHand = await activatedInvoice(tenant, clientId, dueOn('2026-12-15'))
    const was = at.clock.now
    at.clock.now = new Date('2026-12-20T12:00:00Z')
    const calculate = (id: string) => tenant.api.put(`/invoices/${id}/calculate-status`)
    expect((await calculate(byHand)).status).toBe(200)
    await run('2026-12-20')
    expect((await calculate(byJob)).status).toBe(200)
    at.clock.now = was
    expect(await ledgerEvents(byJob)).toMatchObject([
      { done: '2026-12-15' },
      { done: '2026-12-16' },
    ])
    expect(await ledgerEvents(byJob)).toEqual(await ledgerEvents(byHand))
    expect(await done(byJob)).toHaveLength(2)
    expect(await done(byHand)).toHaveLength(2)
  })
})

describe('a pause', () => {
  const paused = async (until: string) => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2028-01-10'))
    const wanted = { until, pauseInterest: true }
    const answer = await tenant.api.put(`/invoices/${id}/actions/pause`, wanted)
    expect(answer.status).toBe(200)
    return id
  }
  const standing = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body

  test('lasts through its last day, and ends on the next with a trace', async () => {
    const id = await paused('2027-04-01')
    await run('2027-04-01')
    expect((await standing(id)).statuses.main).toBe('PAUSED')
    await run('2027-04-02')
    expect(await standing(id)).toMatchObject({
      statuses: { main: 'ACTIVATED' },
      dates: { pausedUntil: null },
    })
    await run('2027-04-03')
    expect(await ledgerEvents(id)).toMatchObject([
      { type: 'DUE', status: 'PLANNED' },
      { type: 'OVERDUE', status: 'PLANNED' },
      { type: 'RESUMED', status: 'DONE', done: '2027-04-02' },
    ])
    const told = (await events(id, 'INVOICE')).filter(({ name }) => name === 'resumed')
    expect(told).toHaveLength(1)
    const trail = `select changes from changelog where entity = 'Invoice' and entity_id = $1
      and action = 'UPDATED' order by id desc limit 1`
    expect(await at.owner(trail, [id])).toMatchObject([
      { changes: { mainStatus: { from: 'PAUSED', to: 'ACTIVATED' }, pausedUntil: { to: null } } },
    ])
    expect((await runOf('2027-04-02'))?.['counts']).toMatchObject({ resumed: 1 })
  })

  test('leaves behind what resuming by hand leaves behind', async () => {
    const [byJob, byHand] = [await paused('2027-05-03'), await paused('2027-05-03')]
    const was = at.clock.now
    at.clock.now = new Date('2027-05-04T08:00:00Z')
    await tenant.api.put(`/invoices/${byHand}/actions/resume`)
    at.clock.now = was
    await run('2027-05-04')
    const row = async (id: string) => {
      const [all = {}] = await at.owner('select to_jsonb(i) as row from invoice i where id = $1', [
        id,
      ])
      const { id: _, invoice_number: __, payment_reference: ___, ...rest } = all['row'] as Row
      return { ...rest, created_at: 0, updated_at: 0 }
    }
    expect(await row(byJob)).toEqual(await row(byHand))
    expect(await ledgerEvents(byJob)).toEqual(await ledgerEvents(byHand))
  })

  test('of what was stopped meanwhile ends when a person resumes it, and not before', async () => {
    const id = await paused('2027-06-01')
    await tenant.api.put(`/invoices/${id}/actions/stop`, {})
    await run('2027-06-02')
    expect((await standing(id)).statuses.main).toBe('STOPPED')
    await tenant.api.put(`/invoices/${id}/actions/resume`)
    expect((await standing(id)).statuses.main).toBe('PAUSED')
    await run('2027-06-03')
    expect((await standing(id)).statuses.main).toBe('ACTIVATED')
  })
})

type Row = Record<string, unknown>

describe('many claims', () => {
  const count = 450
  const day = '2029-03-01'

  beforeAll(async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn(day))
    await copies(id, count - 1)
    await run('2029-02-28')
  })

  const ledgerEventsOfDay = () =>
    at.owner(
      `select count(*)::int as done, count(distinct e.id)::int as told from invoice_ledger_event l
       left join event e on e.subject_id = id_text(l.id) and e.name = 'done'
       where l.tenant_id = $1 and l.type = 'DUE' and l.done_date = $2`,
      [tenant.id, day],
    )

  test('killed and run again, all is done with one event each, in few statements', async () => {
    let calls = 0
    const { chunk } = dueJob
    const cut: Runtime = {
      ...at.runtime,
      registered: {
        ...at.runtime.registered,
        jobs: {
          ...at.runtime.registered.jobs,
          [job]: {
            ...dueJob,
            chunk: async (unit, asOf, after) => {
              const done = await chunk(unit, asOf, after)
              await unit.flush()
              if (++calls === 2) await cutOff(unit.transaction)
              return done
            },
          },
        },
      },
    }
    await expect(run(day, cut)).rejects.toThrow()
    expect(await ledgerEventsOfDay()).toEqual([{ done: 200, told: 200 }])
    expect(await runOf(day)).toMatchObject({ status: 'RUNNING', counts: { due: 200 } })

    const before = at.sent()
    await run(day)
    const sent = at.sent() - before
    expect(await ledgerEventsOfDay()).toEqual([{ done: count, told: count }])
    expect(await runOf(day)).toMatchObject({ status: 'DONE', counts: { due: count, resumed: 0 } })
    // Two more units of 200 and 50 claims; a statement a claim would be hundreds.
    expect(sent).toBeLessThan(60)
  })

  test('two workers at once do each claim once', async () => {
    const next = '2029-03-02'
    await Promise.all([run(next), run(next), run(next)])
    expect(await runOf(next)).toMatchObject({ status: 'DONE', counts: { overdue: count } })
    const [told] = await at.owner(
      `select count(*)::int as n, count(distinct subject_id)::int as claims from event e
       join invoice_ledger_event l on l.id = id_of(e.subject_id)
       where e.tenant_id = $1 and e.name = 'done' and l.type = 'OVERDUE' and l.done_date = $2`,
      [tenant.id, next],
    )
    expect(told).toEqual({ n: count, claims: count })
  })
})

/** The connection goes, as with a process that dies: PostgreSQL takes back what was not committed. */
async function cutOff(transaction: {
  query(text: string): Promise<Record<string, unknown>[]>
}): Promise<void> {
  const [row] = await transaction.query('select pg_backend_pid() as pid')
  await at.owner('select pg_terminate_backend($1)', [row?.['pid']])
}

/** Claims like this one, with its planned ledger events, put straight into the tables. */
async function copies(id: string, n: number): Promise<void> {
  const of = async (table: string, where: string, given: Record<string, string>, from: string) => {
    const columns = await at.owner(
      `select attname as name from pg_attribute where attrelid = $1::regclass
       and attnum > 0 and not attisdropped`,
      [table],
    )
    const names = columns.map(({ name }) => String(name))
    const values = names.map((name) => given[name] ?? `r."${name}"`)
    await at.owner(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()})
       select ${values.join()} from ${table} r, generate_series(1, ${from}) n where ${where}`,
    )
  }
  const invoiceId = nthId('I')
  await at.owner('set session_replication_role = replica')
  await of(
    'invoice',
    `r.id = '${id}'`,
    { id: invoiceId, invoice_number: `r.invoice_number || '-' || n` },
    String(n),
  )
  await of(
    'invoice_ledger_event',
    `r.invoice_id = '${id}'`,
    { id: besideId('r.id'), invoice_id: invoiceId },
    String(n),
  )
  await at.owner('reset session_replication_role')
}
