import { expect, test } from 'vitest'
import { dueJob } from '../../../src/activities/invoices/due-job.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { job, jobStage, nothing, whereItIs } from './job-stage.ts'

const stage = jobStage()
const zone = 'Europe/Oslo'
const night = '2027-07-01T00:00:00Z'
const day = '2027-07-01'

const errandOf = async (tenantId: string) =>
  (
    await stage.at.owner(
      `select id, type, status, title, subject_id as subject, data from system_errand
       where tenant_id = $1`,
      [tenantId],
    )
  )[0]

test('one that fails leaves an errand, by which it is done again; the others are done', async () => {
  const { zone: here, hours } = whereItIs(11)
  const today = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 10)
  const all = [
    await stage.tenantOf(here),
    await stage.tenantOf(here),
    await stage.tenantOf(here),
  ] as const
  const [first, broken, last] = all
  let isBroken = true
  stage.chunk = async (tenantId) => {
    if (isBroken && tenantId === broken) throw new TypeError('nobody thought of this')
    return nothing
  }
  expect(await stage.runNow(here)).toContain('3 tenants looked at, done for 2, failed for 1')
  for (const id of [first, last]) expect(await stage.runsOf(id)).toMatchObject([{ status: 'DONE' }])
  expect(await stage.runsOf(broken)).toMatchObject([{ day: today, status: 'FAILED', counts: {} }])
  expect(await errandOf(broken)).toMatchObject({
    type: 'JOB',
    status: 'OPEN',
    subject: `${job}/${today}`,
    title: expect.stringContaining(today),
    data: { code: 'INTERNAL', job, asOfDate: today },
  })
  expect(await errandOf(first)).toBe(undefined)
  // Nobody tries by themselves for ever: it waits for a person.
  await stage.runNow(here)
  expect(await stage.runsOf(broken)).toMatchObject([{ status: 'FAILED' }])

  isBroken = false
  const { id } = (await errandOf(broken)) as { id: string }
  const api = stage.callersOf(broken)
  expect((await api.put(`/errands/system/${id}/close`)).body.code).toBe('ERRAND_CAUSE_REMAINS')
  expect((await api.put(`/errands/system/${id}/perform`, {})).status).toBe(200)
  await stage.carried()
  await expect
    .poll(() => stage.runsOf(broken))
    .toMatchObject([{ status: 'DONE', counts: { things: 1 } }])
  await expect.poll(() => errandOf(broken)).toMatchObject({ status: 'RESOLVED' })
})

test('two workers that come to the same day do it once for each', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => stage.tenantOf(zone)))
  const called: string[] = []
  stage.chunk = async (tenantId) => {
    called.push(tenantId)
    return nothing
  }
  await Promise.all([stage.runAt(zone, night), stage.runAt(zone, night), stage.runAt(zone, night)])
  for (const id of ids) {
    expect(await stage.runsOf(id)).toEqual([{ day, status: 'DONE', counts: { things: 1 } }])
    expect(called.filter((each) => each === id)).toHaveLength(1)
  }
})

test('a part of the platform that is away is waited for, and nobody is troubled', async () => {
  const id = await stage.tenantOf(zone)
  let tries = 0
  stage.chunk = async () => {
    if (++tries < 3) throw new Refusal('UNAVAILABLE')
    return nothing
  }
  await stage.runAt(zone, '2027-07-02T00:00:00Z')
  expect(tries).toBeGreaterThan(2)
  expect(await errandOf(id)).toBe(undefined)
  expect((await stage.runsOf(id)).at(-1)).toMatchObject({ status: 'DONE' })
})

test('asked for by a person it is done for that day and tenant, failed or new, not twice', async () => {
  const [one, other] = [await stage.tenantOf(zone), await stage.tenantOf(zone)]
  const asked = { asOfDate: '2027-08-15', tenantId: one }
  await stage.runAt(zone, '2027-08-20T00:00:00Z', asked)
  await stage.runAt(zone, '2027-08-20T00:00:00Z', asked)
  expect(await stage.runsOf(one)).toEqual([
    { day: '2027-08-15', status: 'DONE', counts: { things: 1 } },
  ])
  expect(await stage.runsOf(other)).toEqual([])
  await stage.runAt(zone, '2027-08-20T00:00:00Z', { asOfDate: '2027-08-21' })
  expect(await stage.runsOf(other)).toEqual([])
})

test('a thousand with nothing to do cost statements by the page, and no unit at all', async () => {
  const wide = 'Europe/Vienna'
  const id = await stage.tenantOf(wide)
  const columns = await stage.at.owner(
    `select attname as name from pg_attribute where attrelid = 'tenant'::regclass
     and attnum > 0 and not attisdropped`,
  )
  const names = columns.map(({ name }) => `"${String(name)}"`)
  const values = names.map((name) => (name === '"tenant_id"' ? '1000000 + n' : name))
  await stage.at.owner(
    `insert into tenant (${names.join()}) select ${values.join()}
     from tenant, generate_series(1, 1000) n where tenant_id = $1`,
    [id],
  )
  stage.wanted = dueJob.wanted
  const [units, pages] = [stage.at.sent(), stage.sentAcross]
  const said = await stage.runAt(wide, night)
  expect(said).toContain('1001 tenants looked at, done for 0, failed for 0')
  expect(stage.at.sent() - units).toBe(0)
  // Two plans, and for each of six pages one to claim and one to look.
  expect(stage.sentAcross - pages).toBe(14)
  const [kept] = await stage.at.owner(
    `select count(*)::int as n from job_run r join tenant t using (tenant_id)
     where t.time_zone = $1 and r.status = 'DONE' and r.as_of_date = $2`,
    [wide, day],
  )
  expect(kept).toEqual({ n: 1001 })
})
