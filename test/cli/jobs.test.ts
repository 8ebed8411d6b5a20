import { exampleId } from '../../src/entities/ids.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { dayIn, plusDays } from '../../src/domain/dates.ts'
import { JobSchedules } from '../../src/kernel/relay/job-schedules.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { scheduled } from '../support/schedules.ts'
import { engine, type Engine } from '../support/temporal.ts'
import { whereItIs } from '../workflows/system/job-stage.ts'
import { commandLine, leadingTo, ran, type Ran } from '../support/command.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// The command line as an operator types it, on the database and the engine of this file.
const exampleTenant = exampleId('Tenant')

let at: World
let temporal: Engine
let tenant: TestTenant
let other: TestTenant

const { zone } = whereItIs(12)
const today = dayIn(zone, new Date())

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  other = await tenantIn(at)
  await at.owner('update tenant set time_zone = $1', [zone])
  const activities = createActivities(at.runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-bulk' })
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

function jobs(...words: string[]): Promise<Ran> {
  const env = {
    ...leadingTo(at),
    TEMPORAL_ADDRESS: inject('temporal').address,
    TEMPORAL_NAMESPACE: temporal.client.options.namespace,
  }
  return ran([commandLine, 'jobs', ...words], { env })
}

const listed = async () =>
  JSON.parse((await jobs('--json')).out).filter(({ job }: { job: string }) => job === 'invoice.due')

test('a job is done for a day and a tenant, and its history says what it did', async () => {
  const clientId = await clientIn(tenant)
  const dates = { invoiceDate: plusDays(today, -5), expireDate: plusDays(today, 30) }
  const id = await activatedInvoice(tenant, clientId, { dates })
  // As if it had been due yesterday, which nobody has noticed yet.
  await at.owner('update invoice set due_date = $2 where id = $1', [id, plusDays(today, -1)])

  const asked = ['run', 'invoice.due', '--as-of', today, '--tenant', tenant.id]
  const ran = await jobs(...asked)
  expect(ran.out).toContain('1 tenants looked at, done for 1, failed for 0')
  expect(ran.code).toBe(0)
  const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&status=DONE`)
  const types = body.data.map(({ type }: { type: string }) => type)
  expect(types.toSorted()).toEqual(['BOOKED', 'DUE', 'OVERDUE'])

  expect((await jobs(...asked)).out).toContain('1 tenants looked at, done for 0')
  const line = `${today}  invoice.due  ${tenant.id}  DONE  due 1  overdue 1  resumed 0\n`
  expect((await jobs('history', 'invoice.due')).out).toBe(line)
  const [row] = JSON.parse((await jobs('history', '--json', '--tenant', tenant.id)).out)
  expect(row).toMatchObject({ day: today, status: 'DONE', counts: { due: 1 }, error: null })
  expect((await jobs('history', '--tenant', other.id)).out).toBe('none was run yet\n')
})

test('each zone has its line: what comes next, and what became of the last day', async () => {
  const before = await jobs()
  expect(before.out).toContain('its schedule is not made yet; a relay makes it within a minute')
  expect(before.said).not.toContain('Warning')
  const { relayUrl: url } = at.installed
  await new JobSchedules({ url, client: temporal.client, log: at.runtime.log }).provide()
  await expect.poll(async () => (await listed())[0]?.tenants, { timeout: 20_000 }).toBe(2)
  const [line] = await listed()
  expect(line).toMatchObject({
    job: 'invoice.due',
    timeZone: zone,
    at: '00:10',
    paused: false,
    lastDay: today,
    failed: 0,
  })
  expect(dayIn(zone, new Date(line.nextRun))).toBe(plusDays(today, 1))
  expect((await jobs()).out).toContain(`last  for ${today}: 2 tenants, 0 failed`)

  expect((await jobs('pause', 'invoice.due')).out).toContain(`paused in ${zone}`)
  expect(await listed()).toMatchObject([{ paused: true }])
  expect((await jobs('resume', 'invoice.due', '--time-zone', zone)).out).toContain('resumed')
  expect(await listed()).toMatchObject([
    { paused: false, note: expect.stringContaining('every day at 00:10') },
  ])
})

test('what cannot be is said plainly', async () => {
  const run = (...words: string[]) => jobs('run', ...words)
  const unknown = await run('invoice.overdue')
  expect(unknown).toMatchObject({
    code: 1,
    said: expect.stringMatching(/there are: .*invoice\.due/),
  })
  const tomorrow = plusDays(dayIn('Pacific/Kiritimati', new Date()), 2)
  const early = await run('invoice.due', '--as-of', tomorrow)
  expect(early).toMatchObject({ code: 1, said: expect.stringContaining('still to come') })
  const wrong = await run('invoice.due', '--as-of', '2026-13-45')
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('is not a day') })
  const nobody = await run('invoice.due', '--tenant', 'TN1')
  expect(nobody).toMatchObject({ code: 1, said: expect.stringContaining('no tenant TN1') })
  const never = await run('invoice.due', '--as-of', '2026-02-30')
  expect(never).toMatchObject({ code: 1, said: expect.stringContaining('2026-02-30 is not a day') })
})

test.each([
  [['pause', 'invoice.due', '--time-zone', 'Nowhere/Else'], 'no time zone Nowhere/Else'],
  [['resume', 'invoice.due', '--time-zone', 'Asia/Tokyo'], 'no tenant is in Asia/Tokyo'],
  [['history', '--limit', 'abc'], 'abc is not a number'],
  [['history', '--limit', '-3'], '-3 is not a number'],
  [['history', '--tenant', exampleTenant], `no tenant ${exampleTenant}`],
  [['schedules', '--tenant', "1' or true"], 'no tenant 1'],
])('%j is refused in words of its own', async (words, said) => {
  const refused = await jobs(...words)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(said) })
  expect(refused.out).toBe('')
})

test('schedules of tenants are listed with their next and last run, of one tenant where asked', async () => {
  const id = await scheduled(tenant.api, { timeZone: 'Europe/Stockholm' })
  const off = await scheduled(other.api, { enabled: false })
  const { out } = await jobs('schedules')
  expect(out).toContain(
    `${tenant.id}  ${id}  QUERY_REPORT  30 7 * * * (Europe/Stockholm)  next  20`,
  )
  expect(out).toContain(`next  switched off  last  never`)
  const [row, ...more] = JSON.parse((await jobs('schedules', '--json', '--tenant', other.id)).out)
  expect([row.id, more]).toEqual([off, []])
  expect(out).not.toContain('kim@factor.example')
})
