import { expect, test } from 'vitest'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import { checks, verified } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { SystemErrand } from '../../src/entities/system-errand.ts'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const job = 'invariants.check'

/** As a fault of the machine would, past every rule. */
async function spoil(sql: string, values: unknown[]): Promise<void> {
  await at.owner('set session_replication_role = replica')
  await at.owner(sql, values)
  await at.owner('reset session_replication_role')
}

test('nothing is done for a tenant without books, and nothing found in good ones', async () => {
  const empty = await tenantIn(at)
  expect(await jobDone(at, empty, job, '2027-01-10')).toMatchObject({ status: 'DONE', counts: {} })
  await activatedInvoice(tenant, await clientIn(tenant))
  expect(await jobDone(at, tenant, job, '2027-01-10')).toMatchObject({
    status: 'DONE',
    counts: { checks: checks.length + 1, faults: 0, gone: 0 },
  })
})

test('each fault is one errand, that no hand closes, and that ends when it is gone', async () => {
  const clientId = await clientIn(tenant)
  const invoiceId = await activatedInvoice(tenant, clientId)
  const account = await tenant.work((unit) =>
    unit.load(ClientAccount, { clientId, type: 'MAIN', currency: 'SEK' }),
  )
  const move = 'update client_account set balance = balance + $2 where id = $1'
  await spoil(move, [account.id, 700])
  await spoil('update invoice set gross_amount = gross_amount + 100 where id = $1', [invoiceId])
  await jobDone(at, tenant, job, '2027-01-11')
  const found = await errandsOf(at, tenant, 'INVARIANT')
  expect(found.length).toBeGreaterThan(1)
  expect(found.every(({ status, severity }) => status === 'OPEN' && severity === 'CRITICAL')).toBe(
    true,
  )
  expect(found.map(({ data }) => (data as { check: string }).check)).toContain('derived-postings')
  expect(found.map(({ subject }) => String(subject)).join()).toContain(account.id)

  const versions = () =>
    at.owner('select version from system_errand where type = $1 order by id', ['INVARIANT'])
  const before = await versions()
  await jobDone(at, tenant, job, '2027-01-12')
  expect(await versions()).toEqual(before)
  const errand = await tenant.work((unit) =>
    unit.all(SystemErrand, { type: 'INVARIANT', subjectId: account.id }),
  )
  const closed = await tenant.api.put(`/errands/system/${errand[0]?.id}/close`)
  expect([closed.status, closed.body.code]).toEqual([409, 'ERRAND_CAUSE_REMAINS'])

  await spoil(move, [account.id, -700])
  await spoil('update invoice set gross_amount = gross_amount - 100 where id = $1', [invoiceId])
  expect(await jobDone(at, tenant, job, '2027-01-13')).toMatchObject({
    counts: { faults: 0, gone: found.length },
  })
  const after = await errandsOf(at, tenant, 'INVARIANT')
  expect(after.every(({ status }) => status === 'RESOLVED')).toBe(true)
})

test('by the hour the same is found, and again in each hour of the day', async () => {
  const hourly = 'invariants.hourly'
  const clientId = await clientIn(tenant)
  await activatedInvoice(tenant, clientId)
  const move = `update client_account set balance = balance + $2
    where client_id = $1 and type = 'MAIN' and currency = 'SEK'`
  const day = new Date().toISOString().slice(0, 10)
  await hourDone(hourly, day, 0)
  expect(await openFaults()).toBe(0)
  await spoil(move, [clientId, 700])
  // Of one that was scheduled before, nothing is done again.
  await hourDone(hourly, day, -1)
  expect(await openFaults()).toBe(0)
  await hourDone(hourly, day, 1)
  expect(await openFaults()).toBeGreaterThan(0)
  await spoil(move, [clientId, -700])
  await hourDone(hourly, day, 2)
  expect(await openFaults()).toBe(0)
  const [run] = await at.owner(
    `select counts, started_at > now() + interval '1 hour' as anew from job_run
     where tenant_id = $2 and job = $1`,
    [hourly, tenant.id],
  )
  // When it began tells whether it stands still, so each hour begins anew.
  expect(run).toMatchObject({ counts: { checks: 3 * checks.length, left: 0 }, anew: true })
})

const openFaults = async () =>
  (await errandsOf(at, tenant, 'INVARIANT')).filter(({ status }) => status === 'OPEN').length

/** As its schedule begins it, so many hours from now. */
async function hourDone(job: 'invariants.hourly', asOfDate: string, hours: number): Promise<void> {
  const now = new Date(Date.now() + hours * 3_600_000)
  const { id: tenantId } = tenant
  const work = { runtime: at.runtime, now, workflowId: 'run-job/test' }
  const scheduledAt = now.getTime()
  const timeZone = 'Europe/Stockholm'
  await claimJobPage({ ...work, job, asOfDate, after: '', timeZone, scheduledAt })
  await runJobForTenant({ ...work, job, tenantId, asOfDate })
}

test('no check holds a connection for longer than it may', async () => {
  const slow = { name: 'slow', promise: 'it ends', sql: 'select pg_sleep(30), $1::int' }
  await expect(verified(at.runtime.pool, tenant.id, slow, '50ms')).rejects.toMatchObject({
    code: '57014',
  })
})
