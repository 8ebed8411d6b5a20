import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { recourseJob, toReturn } from '../../src/activities/factoring/recourse-job.ts'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import { driftsOf } from '../support/books.ts'
import { nthId } from '../support/ids-inside.ts'
import { jobDone } from '../support/jobs.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activated, asked, financedClient, newDebtor, postingsOf } from './ground.ts'

// Claims whose day of recourse has come go back to their clients, or are left to a person.
let at: World
let tenant: TestTenant
let clientId: string
const started = new Date()
const terms = { recourse: true, recourseDays: 10 }

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  at.clock.now = started
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant, { terms })
})
afterAll(() => at.close())

async function bought(of = tenant, client = clientId): Promise<string> {
  const id = await activated(at, of, client)
  await asked(at, of, id)
  return id
}

const invoiceOf = async (id: string) =>
  (
    await at.owner(
      `select *, recourse_date::text as recourse, financing_status as financing
       from invoice where id = $1`,
      [id],
    )
  )[0]!
const dayOf = async (id: string) => String((await invoiceOf(id))['recourse'])
const financing = async (id: string) => (await invoiceOf(id))['financing']

const about = async (id: string, of = tenant) =>
  at.owner(
    `select id_text(id) as id, status, type, title, data, suggestion, comment, version
     from system_errand where tenant_id = $1 and subject_id = $2`,
    [of.id, id],
  )
const run = (day: string, of = tenant) => jobDone(at, of, 'factoring.recourse', day)

const automatic = (value: boolean, client = clientId, of = tenant) =>
  of.api.put(`/settings/client/${client}`, { settings: { 'factoring.autoRecourse': value } })

/** Whatever is asked is asked on this day. */
const on = (day: string) => (at.clock.now = new Date(`${day}T08:00:00Z`))
const put = (id: string, to: string, body: object, of = tenant) =>
  of.api.put(`/errands/system/${id}/${to}`, body)

// Where nobody has chosen that recourse is taken by itself.
test('a person is asked once, from the day on, and takes it by a word', async () => {
  const id = await bought()
  const day = await dayOf(id)
  expect(await run(plusDays(day, -1))).toMatchObject({ status: 'DONE' })
  expect(await about(id)).toEqual([])
  expect(await run(day)).toMatchObject({ counts: { taken: 0, left: 1, asked: 1 } })
  const [errand] = await about(id)
  expect(errand).toMatchObject({
    status: 'OPEN',
    type: 'CREDIT',
    data: { recourseDate: day, open: '12500.00', currency: 'SEK' },
    suggestion: { action: 'TAKE_RECOURSE' },
  })
  // Once more for the same day, and a day later, nothing is asked again.
  const again = { runtime: at.runtime, now: new Date(`${day}T13:00:00Z`), workflowId: 'again' }
  const of = { job: 'factoring.recourse', asOfDate: day } as const
  await claimJobPage({ ...again, ...of, after: '', asked: { tenantId: tenant.id } })
  await runJobForTenant({ ...again, ...of, tenantId: tenant.id })
  expect(await run(plusDays(day, 1))).toMatchObject({ counts: { left: 1, asked: 0 } })
  expect(await about(id)).toEqual([errand])
  on(plusDays(day, 1))
  const performed = await put(String(errand!['id']), 'perform', {})
  expect(performed.status, JSON.stringify(performed.body)).toBe(200)
  expect(await financing(id)).toBe('RECOURSED')
  expect(await about(id)).toMatchObject([{ status: 'RESOLVED', comment: 'Recourse is taken.' }])
  // A word once more, or by two at once, is about nothing any more.
  const more = await put(String(errand!['id']), 'perform', { action: 'TAKE_RECOURSE' })
  expect([more.status, more.body.code]).toEqual([409, 'ERRAND_NOT_OPEN'])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('who performs errands alone takes none, nor does anybody where factoring is off', async () => {
  const id = await bought()
  const day = await dayOf(id)
  await run(day)
  on(day)
  const [errand] = await about(id)
  const path = `/errands/system/${errand!['id']}/perform`
  const performer = await tenant.holding(['PerformSystemErrands'])
  expect((await performer.put(path, {})).body.code).toBe('ACCESS_DENIED')
  const setting = '/system-setting/modules.factoring.enabled'
  await tenant.api.put(setting, { value: false })
  at.clock.now = new Date(at.clock.now.getTime() + 2_000)
  const off = await tenant.api.put(path, {})
  expect([off.status, off.body.code]).toEqual([404, 'FEATURE_DISABLED'])
  await tenant.api.put(setting, { value: true })
  at.clock.now = new Date(at.clock.now.getTime() + 2_000)
  expect(await financing(id)).toBe('FINANCED')
  expect(await about(id)).toMatchObject([{ status: 'OPEN' }])
  const both = await tenant.holding(['PerformSystemErrands', 'RefinanceInvoice'])
  expect((await both.put(path, {})).status).toBe(200)
})

test('the errand ends when it is paid, credited, given back, or its day moves', async () => {
  const other = await financedClient(tenant, { terms })
  const debtor = newDebtor()
  const credited = await activated(at, tenant, other, { debtor })
  await asked(at, tenant, credited)
  const [paid, direct, back, moved] = [
    await bought(tenant, other),
    await bought(tenant, other),
    await bought(tenant, other),
    await bought(tenant, other),
  ]
  const day = await dayOf(moved)
  await run(day)
  for (const id of [paid, direct, back, moved, credited]) {
    expect(await about(id)).toMatchObject([{ status: 'OPEN' }])
  }
  on(day)
  const amount = { amount: '12500.00', currency: 'SEK' }
  const answers = [
    await tenant.api.put(`/invoices/${paid}/actions/payment`, amount),
    await tenant.api.put(`/invoices/${direct}/actions/direct-payment`, amount),
    await tenant.api.put(`/invoice-refinancing/${back}/use-recourse`, {}),
  ]
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200)
  const note = await activated(at, tenant, other, { debtor, type: 'CREDIT_INVOICE' })
  const debits = [{ id: credited, amount: '12500' }]
  const linked = await tenant.api.put('/invoices/link-multiple', { creditId: note, debits })
  expect(linked.status, JSON.stringify(linked.body)).toBe(200)
  const [planned] = await at.owner(
    `select id_text(id) as id from invoice_ledger_event where invoice_id = $1 and type = 'DUE'`,
    [moved],
  )
  const later = { plannedDate: plusDays(day, 30) }
  const change = await tenant.api.put(`/invoices/events/ledger/${planned!['id']}`, later)
  expect(change.status, JSON.stringify(change.body)).toBe(200)
  for (const id of [paid, direct, back, moved, credited]) {
    expect(await about(id), id).toMatchObject([{ status: 'RESOLVED' }])
  }
  // On the day to which it moved it is asked for again.
  const [next] = [await dayOf(moved)]
  expect(next > day).toBe(true)
  await run(next)
  expect(await about(moved)).toMatchObject([{ status: 'OPEN', data: { recourseDate: next } }])
  expect(await about(paid)).toMatchObject([{ status: 'RESOLVED' }])
})

test('whoever closed it for a reason is not asked again about the same day', async () => {
  const id = await bought()
  const day = await dayOf(id)
  await run(day)
  const [errand] = await about(id)
  const reason = 'The debtor pays next week.'
  expect((await put(String(errand!['id']), 'force-close', { reason })).status).toBe(200)
  await run(plusDays(day, 2))
  expect(await about(id)).toMatchObject([{ status: 'CLOSED' }])
})

// Where the client’s claims go back by themselves.
test('what was bought is given back in both books, from the nearest level that says so', async () => {
  const own = await financedClient(tenant, { terms })
  const without = await financedClient(tenant, { terms: { recourse: false } })
  const key = '/system-setting/factoring.autoRecourse'
  expect((await tenant.api.put(key, { value: true })).status).toBe(200)
  expect((await automatic(false, clientId)).status).toBe(200)
  const [id, kept, other] = [
    await bought(tenant, own),
    await bought(tenant, without),
    await bought(),
  ]
  const day = await dayOf(id)
  expect(await financing(kept)).toBe('FINANCED')
  expect((await invoiceOf(kept))['recourse']).toBe(null)
  const done = await run(day)
  expect(done).toMatchObject({ status: 'DONE', counts: { taken: 1 } })
  // Of 12,500 a tenth was held back: 1,250 of that, and 11,250 from the client.
  expect(await postingsOf(at, tenant, `recourse/${id}/1`)).toEqual([
    'C AR 1250000',
    'C CLEARING -1125000',
    'C CLEARING_RESERVE -125000',
    'T AR_PURCHASED -1250000',
    'T CLIENT_PAYABLE 1125000',
    'T RESERVE 125000',
  ])
  const [event] = await at.owner(
    `select book_date::text as day from financial_event where source_key = $1`,
    [`recourse/${id}/1`],
  )
  expect(event).toEqual({ day })
  expect(await invoiceOf(id)).toMatchObject({
    product_code: 'INVOICE_SERVICE',
    financing: 'RECOURSED',
  })
  expect(await about(id)).toEqual([])
  expect(await financing(kept)).toBe('FINANCED')
  expect(await about(kept)).toEqual([])
  expect(await about(other)).toMatchObject([{ status: 'OPEN' }])
  const told = await at.owner(
    `select name from event where tenant_id = $1 and type = 'FACTORING_STATUS'
     and data ->> 'invoiceId' = $2 order by id`,
    [tenant.id, id],
  )
  expect(told.map(({ name }) => name).slice(-1)).toEqual(['recourse'])
  expect(await driftsOf(at, tenant.id)).toEqual([])
  await tenant.api.put(key, { value: false })
})

test('what was missed for two days is made up for once, also cut off in the middle', async () => {
  const missed = await tenantIn(at, 'Missed')
  const client = await financedClient(missed, { terms })
  await automatic(true, client, missed)
  const [one, two] = [await bought(missed, client), await bought(missed, client)]
  const day = await dayOf(one)
  const work = { runtime: at.runtime, now: new Date(`${plusDays(day, 2)}T06:30:00Z`) }
  const of = { ...work, workflowId: 'late', job: 'factoring.recourse', after: '' } as const
  for (const asOfDate of [day, plusDays(day, 1), plusDays(day, 2)]) {
    await claimJobPage({ ...of, asOfDate, asked: { tenantId: missed.id } })
    const both = [1, 2].map(() => runJobForTenant({ ...of, tenantId: missed.id, asOfDate }))
    expect(await Promise.all(both)).toEqual(['DONE', 'DONE'])
  }
  for (const id of [one, two]) {
    const events = await at.owner(
      `select source_key from financial_event where claim_id = $1 and type = 'RECOURSE'`,
      [id],
    )
    expect(events).toHaveLength(1)
  }
  expect(await driftsOf(at, missed.id)).toEqual([])
})

test('what stands in the way is left to a person with its reason, and holds up nobody', async () => {
  const [a, b, c, d] = await Promise.all([0, 1, 2, 3].map(() => financedClient(tenant, { terms })))
  for (const client of [a, b, c, d]) await automatic(true, client!)
  const [stopped, locked, bankrupt, free] = [
    await bought(tenant, a),
    await bought(tenant, b),
    await bought(tenant, c),
    await bought(tenant, d),
  ]
  const day = await dayOf(free)
  const paused = await tenant.api.put(`/invoices/${stopped}/actions/pause`, {
    until: '2999-01-05',
  })
  expect(paused.status).toBe(200)
  const lock = { clientId: b, lockedUntil: plusDays(day, 5) }
  await at.owner(
    `insert into locked_period (tenant_id, owner_id, owner_type, client_id, locked_until, version,
       created_at, updated_at) values ($1, $2, 'CLIENT', $2, $3, 1, now(), now())`,
    [tenant.id, lock.clientId, lock.lockedUntil],
  )
  await at.owner(
    `update system_debtor s set status = 'BANKRUPT' from debtor d, client c where c.id = $1
     and s.id = d.system_debtor_id and d.client_id = $1`,
    [c],
  )
  await at.owner(
    `update client c set identification_number = s.identification_number
     from system_debtor s join debtor d on d.system_debtor_id = s.id
     where c.id = $1 and d.client_id = $1`,
    [c],
  )
  await run(day)
  expect(await financing(free)).toBe('RECOURSED')
  expect(await about(stopped)).toMatchObject([{ data: { reason: 'The invoice is PAUSED.' } }])
  expect(await about(locked)).toMatchObject([
    { status: 'OPEN', data: { code: 'PERIOD_LOCKED' }, suggestion: { action: 'TAKE_RECOURSE' } },
  ])
  expect(await about(bankrupt)).toMatchObject([
    { data: { reason: expect.stringContaining('bankrupt') } },
  ])
  for (const id of [stopped, locked, bankrupt]) expect(await financing(id)).toBe('FINANCED')
  // Once nothing stands in the way any more it is taken by itself.
  await at.owner('delete from locked_period where tenant_id = $1', [tenant.id])
  await run(plusDays(day, 1))
  expect(await financing(locked)).toBe('RECOURSED')
  expect(await about(locked)).toMatchObject([{ status: 'RESOLVED' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('where factoring is off nothing is taken; another tenant is not touched', async () => {
  const [off, other] = [await tenantIn(at, 'Off'), await tenantIn(at, 'Beside')]
  const clients = [await financedClient(off, { terms }), await financedClient(other, { terms })]
  await automatic(true, clients[0], off)
  await automatic(true, clients[1], other)
  const [one, two] = [await bought(off, clients[0]), await bought(other, clients[1])]
  const day = await dayOf(one)
  await off.api.put('/system-setting/modules.factoring.enabled', { value: false })
  await run(day, off)
  expect(await about(one, off)).toMatchObject([
    { data: { reason: 'The module factoring is switched off.' } },
  ])
  expect(await financing(two)).toBe('FINANCED')
  expect(await about(two, other)).toEqual([])
  await run(day, other)
  expect(await financing(two)).toBe('RECOURSED')
  expect(await about(two, off)).toEqual([])
})

test('where recourse takes two, so does having it taken by itself, and by an errand', async () => {
  const two = await tenantIn(at, 'Two', { RECOURSE: 'ALWAYS' })
  const client = await financedClient(two, { terms })
  const id = await bought(two, client)
  const day = await dayOf(id)
  await run(day, two)
  on(day)
  const second = await two.holding(['PerformSystemErrands', 'RefinanceInvoice'])
  const settings = { settings: { 'factoring.autoRecourse': true } }
  const first = await two.api.put(`/settings/client/${client}`, settings)
  expect([first.status, first.body.confirmationRequired]).toEqual([202, true])
  const [errand] = await about(id, two)
  const path = `/errands/system/${errand!['id']}/perform`
  const pending = await two.api.put(path, {})
  expect([pending.status, pending.body.confirmationRequired]).toEqual([202, true])
  expect(await about(id, two)).toEqual([errand])
  expect((await two.api.put(path, {})).body.code).toBe('SAME_APPROVER')
  // Who asks has to keep the right to take recourse, not that to perform errands alone.
  const [request] = await at.owner(
    `select opened_by from internal_request where tenant_id = $1 and topic = 'RECOURSE'
     and subject_id = $2`,
    [two.id, id],
  )
  expect(request).toEqual({ opened_by: 'RefinanceInvoice' })
  const done = await second.put(path, {})
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(await financing(id)).toBe('RECOURSED')
  expect(await about(id, two)).toMatchObject([{ status: 'RESOLVED' }])
})

test('who is bound to a client chooses nothing of it', async () => {
  const people = await tenant.holding(['ManageClientSettings'], { kind: 'CLIENT', clientId })
  const settings = { settings: { 'factoring.autoRecourse': true } }
  const answer = await people.put(`/settings/client/${clientId}`, settings)
  expect([answer.status, answer.body.code]).toEqual([403, 'FOR_THE_TENANT_ALONE'])
  const own = await tenant.holding(['ManageOwnClientSettings'], { kind: 'CLIENT', clientId })
  expect((await own.put('/settings/client/flag', settings)).status).toBe(400)
  for (const value of ['yes', 1]) {
    const { status } = await tenant.api.put('/system-setting/factoring.autoRecourse', { value })
    expect(status).toBe(400)
  }
})

test('the claims of a day are found without those that are not due or paid', async () => {
  const many = await tenantIn(at, 'Many')
  const client = await financedClient(many, { terms })
  const id = await bought(many, client)
  const columns = await at.owner(
    `select attname as name from pg_attribute where attrelid = 'invoice'::regclass
     and attnum > 0 and not attisdropped`,
  )
  // Of 50,000 that were financed all but few are paid or not due for recourse yet.
  const given: Record<string, string> = {
    id: nthId('I', 'n'),
    invoice_number: `'P-' || n`,
    ledger_status: `case when n % 10 = 0 then 'NOT_DUE' else 'PAID' end`,
    recourse_date: `i.recourse_date + case when n % 500 = 0 then -1 else 20 end`,
  }
  const values = columns.map(({ name }) => given[String(name)] ?? `i."${String(name)}"`)
  const names = columns.map(({ name }) => `"${String(name)}"`)
  await at.owner('set session_replication_role = replica')
  await at.owner(`insert into invoice (${names.join()}) select ${values.join()}
    from invoice i, generate_series(1, 50000) n where i.id = '${id}'`)
  await at.owner('set session_replication_role = origin')
  await at.owner('analyze invoice')
  const day = await dayOf(id)
  const plan = async (text: string, parameters: unknown[]) => {
    const rows = await at.owner(`explain (format json, analyze, buffers) ${text}`, parameters)
    return JSON.stringify(rows[0]!['QUERY PLAN'])
  }
  const found = await plan(toReturn, [many.id, plusDays(day, -1), null, 50])
  expect(found).toContain('invoice_recourse_index')
  expect(found).not.toContain('Seq Scan')
  const wanted = await plan(`select t.tenant_id from tenant t where ${recourseJob.wanted}`, [day])
  expect(wanted).not.toContain('"Seq Scan","Parent Relationship":"Inner","Relation Name":"invoice"')
  expect(wanted).toContain('invoice_recourse_index')
})
