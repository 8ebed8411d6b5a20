import { describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { planAt } from '../support/schedules.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
at.clock.now = new Date('2026-11-25T12:00:00Z')

const path = '/scheduler/query-report'
const files = '/scheduler/bookkeeping-file'
const all = [
  'CreateQueryReportScheduler',
  'ReadQueryReportScheduler',
  'UpdateQueryReportScheduler',
  'SearchQueryReportScheduler',
  'DeleteQueryReportScheduler',
  'QueryReport',
] as const

const monday = {
  name: 'Open claims on Monday',
  cron: '30 7 * * 1',
  recipients: ['kim@factor.example'],
  reportId: 'open-claims-by-age',
}
const made = async (more: object = {}) =>
  (await tenant.api.post(path, { ...monday, ...more })).body as { id: string; version: number }

describe('a schedule', () => {
  test('says what it makes, when it comes next, and in whose name', async () => {
    const answer = await tenant.api.post(path, { ...monday, parameters: { asOf: 'TODAY' } })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      ...monday,
      parameters: { asOf: 'TODAY' },
      format: 'CSV',
      frequency: 'WEEKLY',
      at: '07:30',
      timeZone: 'Europe/Stockholm',
      enabled: true,
      clientId: null,
      nextRunAt: '2026-11-30T06:30:00.000Z',
      lastRunAt: null,
      lastOutcome: null,
    })
    expect((await tenant.api.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body)
    const told = await at.owner('select name from event where subject_id = $1', [answer.body.id])
    expect(told).toEqual([{ name: 'created' }])
  })

  test('is also told by a frequency and a time, of another zone', async () => {
    const { cron: _, ...rest } = monday
    const zone = { timeZone: 'America/New_York' }
    const daily = { ...rest, ...zone, frequency: 'DAILY', at: '07:05' }
    const { body } = await tenant.api.post(path, daily)
    expect(body).toMatchObject({ cron: '5 7 * * *', frequency: 'DAILY', at: '07:05', ...zone })
    expect(body.nextRunAt).toBe('2026-11-25T12:05:00.000Z')
    const monthly = { frequency: 'MONTHLY', at: '00:30' }
    const changed = await tenant.api.put(`${path}/${body.id}`, monthly)
    expect(changed.body).toMatchObject({ cron: '30 0 1 * *', ...monthly })
    expect(changed.body.nextRunAt).toBe('2026-12-01T05:30:00.000Z')
  })

  test.each([
    ['CRON_NEVER', { cron: '0 0 31 2 *' }],
    ['CRON_TOO_OFTEN', { cron: '* * * * *' }],
    ['CRON_TOO_OFTEN', { cron: '0,59 * * * *' }],
    ['CRON_TOO_OFTEN', { cron: '*/14 8 * * *' }],
    ['CRON_INVALID', { cron: '* * * * * *' }],
    ['CRON_INVALID', { cron: '61 0 * * *' }],
    ['CRON_INVALID', { cron: '0 0 L * *' }],
    ['CRON_INVALID', { cron: '0 0 * * 5#2' }],
    ['CRON_INVALID', { cron: '@every 15m' }],
    ['CRON_TWO_DAYS', { cron: '0 0 1 * MON' }],
    ['TIME_ZONE_UNKNOWN', { timeZone: 'Mars/Olympus' }],
    ['TIME_ZONE_UNKNOWN', { timeZone: '+02:00' }],
    ['TIME_ZONE_UNKNOWN', { timeZone: 'europe/stockholm' }],
    ['TIME_ZONE_UNKNOWN', { timeZone: 'utc' }],
    ['TIME_ZONE_UNKNOWN', { timeZone: 'JST' }],
    ['TIME_ZONE_UNKNOWN', { timeZone: 'SystemV/PST8' }],
    ['REPORT_UNKNOWN', { reportId: 'all-secrets' }],
    ['VALIDATION_FAILED', { parameters: { asOf: 'SOMEDAY' } }],
    ['VALIDATION_FAILED', { parameters: { sql: '1' } }],
    ['VALIDATION_FAILED', { reportId: 'vouchers-of-period' }],
    ['VALIDATION_FAILED', { cron: '0 6 * * *', frequency: 'DAILY', at: '07:30' }],
    ['VALIDATION_FAILED', { frequency: 'DAILY', cron: undefined }],
    ['VALIDATION_FAILED', { recipients: [] }],
    ['VALIDATION_FAILED', { recipients: ['kim@factor.example', 'KIM@factor.example'] }],
    ['VALIDATION_FAILED', { recipients: ['not an address'] }],
  ])('is refused by %s for %j, and nothing is changed', async (code, wrong) => {
    const before = (await tenant.api.get(`${path}?count=true`)).body.count
    const refused = await tenant.api.post(path, { ...monday, ...wrong })
    expect([refused.status, refused.body.code]).toEqual([400, code])
    expect((await tenant.api.get(`${path}?count=true`)).body.count).toBe(before)
    const { id, version } = await made()
    const kept = await tenant.api.put(`${path}/${id}`, wrong)
    expect([kept.status, kept.body.code]).toEqual([400, code])
    expect((await tenant.api.get(`${path}/${id}`)).body.version).toBe(version)
  })
})

describe('what becomes of a schedule', () => {
  test('whose zone was taken once it can be renamed and switched off, and comes on with another', async () => {
    const { id } = await made()
    await at.owner(`update schedule set time_zone = 'europe/stockholm' where id = $1`, [id])
    const put = async (body: object) => (await tenant.api.put(`${path}/${id}`, body)).status
    expect(await put({ name: 'As before' })).toBe(200)
    expect(await put({ enabled: false })).toBe(200)
    expect(await put({ enabled: true })).toBe(400)
    expect(await put({ enabled: true, timeZone: 'Asia/Kolkata' })).toBe(200)
  })

  test('that is switched off comes no more, until it is switched on', async () => {
    const { id } = await made()
    const off = await tenant.api.put(`${path}/${id}`, { enabled: false })
    expect(off.body).toMatchObject({ enabled: false, nextRunAt: null })
    const on = await tenant.api.put(`${path}/${id}`, { enabled: true })
    expect(on.body.nextRunAt).toBe('2026-11-30T06:30:00.000Z')
  })

  test('goes on in the name of whoever changed it last', async () => {
    const { id } = await made()
    const clerk = await tenant.holding([...all])
    const { body } = await clerk.put(`${path}/${id}`, { name: 'Mine now' })
    const first = (await tenant.api.get(`${path}/${(await made()).id}`)).body.requestedBy
    expect(body.name).toBe('Mine now')
    expect(body.requestedBy).not.toBe(first)
  })

  test('of one kind is not found among those of the other', async () => {
    const { id } = await made()
    const file = { name: 'Books', frequency: 'DAILY', at: '06:00', recipients: ['a@b.example'] }
    const { body } = await tenant.api.post(files, file)
    expect(body).toMatchObject({ format: 'SIE4I', book: 'CLIENTS', cron: '0 6 * * *' })
    for (const [method, wrong] of [
      ['GET', `${files}/${id}`],
      ['GET', `${path}/${body.id}`],
      ['GET', `${files}/${id}/runs`],
      ['GET', `${path}/${body.id}/runs`],
      ['PUT', `${files}/${id}`],
      ['DELETE', `${files}/${id}`],
      ['DELETE', `${path}/${body.id}/recipient/a@b.example`],
    ] as const) {
      const init =
        method === 'PUT' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
      expect((await tenant.api.send(method, wrong, init)).status).toBe(404)
    }
    const found = await tenant.api.post(`${files}/search`, { filters: { name: 'Books' } })
    expect(found.body.data).toMatchObject([{ id: body.id }])
  })

  test('goes with its runs; what is not there cannot be deleted', async () => {
    const { id } = await made()
    expect((await tenant.api.get(`${path}/${id}/runs`)).body.data).toEqual([])
    expect((await tenant.api.delete(`${path}/${id}`)).status).toBe(204)
    expect((await tenant.api.delete(`${path}/${id}`)).status).toBe(404)
  })
})

test('a tenant has five hundred at most', async () => {
  const many = await tenantIn(at)
  const copy = `insert into schedule select s.tenant_id, gen_random_uuid(), s.kind, s.client_id,
    s.name, s.cron, s.time_zone, s.recipients, s.input, s.enabled, s.next_run_at, s.last_run_at,
    s.last_outcome, s.requested_by, s.requested_by_name, s.opened_by, s.version, s.created_at,
    s.updated_at, s.of_client from schedule s, generate_series(1, $2) where s.tenant_id = $1`
  expect((await many.api.post(path, monday)).status).toBe(201)
  await at.owner(copy, [many.id, 499])
  const refused = await many.api.post(path, monday)
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_SCHEDULES'])
})

test('of many who make the last one at once, one does', async () => {
  const many = await tenantIn(at)
  const own = await many.holding(all, { clientId: await clientIn(many) })
  for (let n = 0; n < 19; n++) expect((await own.post(path, monday)).status).toBe(201)
  const answers = await Promise.all(Array.from({ length: 6 }, () => own.post(path, monday)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(1)
})

test('a client has twenty at most, and is in nobody’s way', async () => {
  const many = await tenantIn(at)
  const clientId = await clientIn(many)
  const own = await many.holding(all, { clientId })
  for (let n = 0; n < 20; n++) expect((await own.post(path, monday)).status).toBe(201)
  const refused = await own.post(path, monday)
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_SCHEDULES'])
  expect((await many.api.post(path, { ...monday, clientId })).status).toBe(201)
  const other = await many.holding(all, { clientId: await clientIn(many) })
  expect((await other.post(path, monday)).status).toBe(201)
})

test('one of the tenant about a client is not the client’s to read or change', async () => {
  const clientId = await clientIn(tenant)
  const { id } = await made({ clientId, name: 'Looked at closely' })
  const own = await tenant.holding(all, { clientId })
  expect((await own.get(path)).body.data).toEqual([])
  for (const answer of [
    await own.get(`${path}/${id}`),
    await own.get(`${path}/${id}/runs`),
    await own.put(`${path}/${id}`, { name: 'Mine' }),
    await own.post(`${path}/${id}/recipients`, { recipients: ['mine@client.example'] }),
    await own.delete(`${path}/${id}`),
  ]) {
    expect(answer.status).toBe(404)
  }
  const [heard] = await at.owner('select client_id from event where subject_id = $1', [id])
  expect(heard).toEqual({ client_id: null })
  const theirs = (await own.post(path, { ...monday, recipients: ['kim@client.example'] })).body
  expect((await own.get(`${path}/${theirs.id}`)).status).toBe(200)
  expect((await tenant.api.get(`${path}/${theirs.id}`)).status).toBe(200)
})

describe('recipients', () => {
  test('are added once each and removed, up to twenty and down to one', async () => {
    const { id } = await made()
    const add = (recipients: string[]) =>
      tenant.api.post(`${path}/${id}/recipients`, { recipients })
    const remove = (email: string) => tenant.api.delete(`${path}/${id}/recipient/${email}`)
    const added = await add(['Ola@factor.example', 'kim@factor.example'])
    expect([added.status, added.body.recipients]).toEqual([
      200,
      ['kim@factor.example', 'ola@factor.example'],
    ])
    const many = Array.from({ length: 19 }, (_, n) => `p${n}@factor.example`)
    expect((await add(many)).body.code).toBe('TOO_MANY_RECIPIENTS')
    expect((await remove('OLA@factor.example')).status).toBe(204)
    expect((await remove('ola@factor.example')).status).toBe(404)
    expect((await remove('kim@factor.example')).body.code).toBe('LAST_RECIPIENT')
    expect((await tenant.api.get(`${path}/${id}`)).body.recipients).toEqual(['kim@factor.example'])
  })
})

test('those that failed last, are off or come next are found, and so are runs that failed', async () => {
  const many = await tenantIn(at)
  const add = async (name: string, more: object) =>
    (await many.api.post(path, { ...monday, name, ...more })).body.id as string
  const [late, soon, off] = [
    await add('A', {}),
    await add('B', { cron: '0 6 * * *' }),
    await add('C', { enabled: false }),
  ]
  await at.owner(`update schedule set last_outcome = 'FAILED' where id = $1`, [soon])
  await planAt(at, many, late, '2026-11-30T06:30:00Z')
  await planAt(at, many, late, '2026-12-07T06:30:00Z')
  await at.owner(
    `update schedule_run set status = 'FAILED' where schedule_id = $1 and planned_at < '2026-12-01'`,
    [late],
  )
  const found = async (query: string) =>
    (await many.api.get(`${path}?${query}`)).body.data.map(({ id }: { id: string }) => id)
  expect(await found('sort=nextRunAt')).toEqual([soon, late, off])
  expect(await found('enabled=false')).toEqual([off])
  expect(await found('lastOutcome=FAILED')).toEqual([soon])
  expect(await found('nextRunAt.to=2026-11-27T00:00:00Z')).toEqual([soon])
  const { body } = await many.api.get(`${path}/${late}/runs?status=FAILED`)
  expect(body.data).toMatchObject([{ plannedAt: '2026-11-30T06:30:00.000Z', status: 'FAILED' }])
})

describe('a period that hangs on the day', () => {
  const ofMonth = (fromDate: string, toDate: string) =>
    tenant.api.post(path, {
      ...monday,
      reportId: 'vouchers-of-period',
      parameters: { fromDate, toDate },
    })

  test('is taken on a day on which it is empty, and refused where it always is', async () => {
    const { now } = at.clock
    at.clock.now = new Date('2026-12-01T12:00:00Z')
    expect((await ofMonth('START_OF_MONTH', 'YESTERDAY')).status).toBe(201)
    const refused = await ofMonth('TODAY', 'YESTERDAY')
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'BEFORE_FROM'])
    at.clock.now = now
  })
})

describe('nobody has a schedule make what they may not have made themselves', () => {
  const without = async (...rights: Right[]) => tenant.holding(rights)

  test('a report', async () => {
    const { id, version } = await made({ recipients: ['kim@a.example', 'ola@a.example'] })
    const by = await without(...all.filter((right) => right !== 'QueryReport'))
    for (const refused of [
      await by.post(path, monday),
      await by.put(`${path}/${id}`, { name: 'Mine now' }),
      await by.post(`${path}/${id}/recipients`, { recipients: ['new@a.example'] }),
      await by.delete(`${path}/${id}/recipient/kim@a.example`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
      expect(refused.body.missingRights).toEqual(['QueryReport'])
    }
    expect((await tenant.api.get(`${path}/${id}`)).body.version).toBe(version)
  })

  test('files of a book, each by its own right', async () => {
    const create = 'CreateBookkeepingFileScheduler'
    const file = { name: 'Books', cron: '0 6 * * *', recipients: ['a@b.example'] }
    const ask = async (book: string, ...rights: Right[]) =>
      (await (await without(create, ...rights)).post(files, { ...file, book })).status
    expect(await ask('CLIENTS', 'GenerateBookkeepingFile')).toBe(201)
    expect(await ask('TENANT', 'GenerateInternalBookkeepingFile')).toBe(201)
    expect(await ask('CLIENTS', 'GenerateInternalBookkeepingFile')).toBe(403)
    expect(await ask('TENANT', 'GenerateBookkeepingFile')).toBe(403)
  })
})

describe('whose it is', () => {
  test('a client’s caller makes and sees its own alone', async () => {
    const [clientId, other] = [await clientIn(tenant), await clientIn(tenant)]
    const bound = await tenant.holding([...all], { clientId })
    const { id } = await made({ clientId: other })
    const own = await bound.post(path, monday)
    expect([own.status, own.body.clientId]).toEqual([201, clientId])
    const listed = (await bound.get(path)).body.data.map((each: { id: string }) => each.id)
    expect(listed).toEqual([own.body.id])
    expect((await bound.get(`${path}/${id}`)).status).toBe(404)
    expect((await bound.delete(`${path}/${id}`)).status).toBe(404)
    for (const named of [clientId, other]) {
      const refused = await bound.post(path, { ...monday, clientId: named })
      expect(refused.status).toBe(400)
      expect(refused.body.errors).toMatchObject([
        { pointer: '/clientId', code: 'COMES_FROM_TOKEN' },
      ])
    }
    const about = { reportId: 'client-account-balances', parameters: { clientId: other } }
    expect((await tenant.api.put(`${path}/${own.body.id}`, about)).status).toBe(404)
  })

  test('the book of the tenant is not made for a client', async () => {
    const clientId = await clientIn(tenant)
    const asked = { name: 'B', cron: '0 6 * * *', recipients: ['a@b.example'], book: 'TENANT' }
    const refused = await tenant.api.post(files, { ...asked, clientId })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/book'])
  })
})
