import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import { traceOf } from '../access/people.ts'
import { runTaskHere } from '../factoring/bulk.ts'
import {
  activated,
  asked,
  dayFromNow,
  financedClient,
  newDebtor,
  postingsOf,
} from '../factoring/ground.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant)
})
afterAll(() => at.close())

const facts = () => ({
  date: dayFromNow(at, -2),
  caseNumber: 'K 1234-26',
  trustee: 'Advokat Berg',
  lastClaimDate: dayFromNow(at, 60),
})

async function runTasks(): Promise<void> {
  const rows = await at.owner(
    `select id from background_task where tenant_id = $1 and status = 'QUEUED' order by id`,
    [tenant.id],
  )
  for (const { id } of rows) {
    expect(await runTaskHere(at, tenant, String(id))).toMatchObject({ failed: 0 })
  }
}

const declare = async (number: string) => {
  const answer = await tenant.api.post(`/system-debtors/${number}/bankruptcy`, facts())
  if (answer.status === 200) await runTasks()
  return answer
}

/** One company with a claim that is its client's, and one that is bought. */
async function company() {
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  const dates = { invoiceDate: dayFromNow(at, -6), expireDate: dayFromNow(at, 20) }
  const bought = await activated(at, tenant, clientId, { debtor, dates })
  await asked(at, tenant, bought)
  const { body } = await tenant.api.get(`/invoices/${claim}`)
  return {
    number: String(debtor['identificationNumber']),
    debtor,
    debtorId: String(body.debtorId ?? body.debtor?.id),
    claim,
    bought,
  }
}

const invoice = async (id: string) =>
  (
    await at.owner(
      `select main_status, financing_status, interest_paused_from::text as from
       from invoice where tenant_id = $1 and id = $2`,
      [tenant.id, id],
    )
  )[0]

const errandsAbout = async (systemDebtorId: string) =>
  at.owner(
    `select status, due_at::date::text as due, client_id from system_errand
     where tenant_id = $1 and type = 'BANKRUPTCY' and subject_id = $2`,
    [tenant.id, systemDebtorId],
  )

test('a bankruptcy stops claims and interest, and makes what is its client’s doubtful', async () => {
  const { number, debtorId, claim, bought } = await company()
  const answer = await declare(number)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 'BANKRUPT',
      bankruptcyDate: facts().date,
      bankruptcyCaseNumber: 'K 1234-26',
      bankruptcyTrustee: 'Advokat Berg',
      lastClaimDate: facts().lastClaimDate,
    },
  })
  for (const id of [claim, bought]) {
    expect(await invoice(id)).toMatchObject({ main_status: 'STOPPED', from: facts().date })
  }
  const [booked] = await at.owner(
    `select source_key from financial_event where tenant_id = $1 and type = 'DOUBTFUL'
       and claim_id = $2`,
    [tenant.id, claim],
  )
  expect(await postingsOf(at, tenant, String(booked?.['source_key']))).toEqual([
    'C AR -1250000',
    'C AR_DOUBTFUL 1250000',
    'C PROVISION -1000000',
    'C PROVISION_COST 1000000',
  ])
  const ofBought = `select 1 from financial_event where type = 'DOUBTFUL' and claim_id = $1`
  expect(await at.owner(ofBought, [bought])).toEqual([])
  expect(await errandsAbout(answer.body.id)).toEqual([
    { status: 'OPEN', due: facts().lastClaimDate, client_id: clientId },
  ])
  const { events } = await traceOf(at, debtorId)
  expect(events).toContain('bankruptcyChanged')
  expect((await traceOf(at, answer.body.id)).events).toContain('bankrupt')
  const bound = await tenant.holding(['ReadDebtor'], { clientId })
  const { body } = await bound.get(`/debtors/${debtorId}`)
  expect(body).toMatchObject({ bankruptSince: facts().date })
  expect(JSON.stringify(body)).not.toContain('Advokat')
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('twice is refused, and so is a day to come or a last day before it', async () => {
  const { number } = await company()
  const path = `/system-debtors/${number}/bankruptcy`
  for (const [wrong, pointer] of [
    [{ date: dayFromNow(at, 1) }, '/date'],
    [{ lastClaimDate: dayFromNow(at, -3) }, '/lastClaimDate'],
  ] as const) {
    const answer = await tenant.api.post(path, { ...facts(), ...wrong })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  }
  const early = await tenant.api.delete(path)
  expect([early.status, early.body.code]).toEqual([409, 'DEBTOR_NOT_BANKRUPT'])
  const atOnce = await Promise.all([1, 2, 3].map(() => tenant.api.post(path, facts())))
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1)
  await runTasks()
  const twice = await declare(number)
  expect([twice.status, twice.body.code]).toEqual([409, 'DEBTOR_BANKRUPT'])
})

test('nothing is financed on who is bankrupt, whoever decides', async () => {
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  const waiting = await activated(at, tenant, clientId, {
    debtor,
    dates: { invoiceDate: dayFromNow(at, -7), expireDate: dayFromNow(at, 20) },
  })
  const { body: open } = await tenant.api.put(`/factoring-decisions/${waiting}/factoring`, {})
  await declare(String(debtor['identificationNumber']))
  const refused = await tenant.api.put(`/factoring-decisions/${claim}/factoring`, {})
  expect(refused.status).toBe(409)
  const approved = await tenant.api.put(`/factoring-decisions/${open.id}/move`, {
    status: 'DECIDED',
    financeDecision: 'APPROVED',
  })
  expect(approved.status).toBe(409)
  const later = await activated(at, tenant, clientId, {
    debtor,
    dates: { invoiceDate: dayFromNow(at, -8), expireDate: dayFromNow(at, 20) },
  })
  const blocked = await tenant.api.put(`/factoring-decisions/${later}/factoring`, {})
  expect([blocked.status, blocked.body.code]).toEqual([409, 'DEBTOR_BLOCKED'])
})

test('one that was entered by mistake is taken back, with all that followed', async () => {
  const { number, claim, bought, debtorId } = await company()
  const before = await trialOf(at, tenant.id)
  const { body } = await declare(number)
  const gone = await tenant.api.delete(`/system-debtors/${number}/bankruptcy`)
  expect(gone.status).toBe(204)
  await runTasks()
  const after = await tenant.api.get(`/system-debtors/${number}`)
  expect(after.body).toMatchObject({ status: 'ACTIVE', bankruptcyDate: null })
  for (const id of [claim, bought]) {
    expect(await invoice(id)).toMatchObject({ main_status: 'ACTIVATED', from: null })
  }
  expect(await trialOf(at, tenant.id)).toEqual(before)
  expect(await errandsAbout(body.id)).toMatchObject([{ status: 'RESOLVED' }])
  expect((await tenant.api.get(`/debtors/${debtorId}`)).body.bankruptSince).toBe(null)
  await declare(number)
  expect(await invoice(claim)).toMatchObject({ main_status: 'STOPPED' })
  expect(await errandsAbout(body.id)).toMatchObject([{ status: 'OPEN' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('neither a client nor who has some clients alone declares it', async () => {
  const { number } = await company()
  const path = `/system-debtors/${number}/bankruptcy`
  const bound = await tenant.holding(['UpdateSystemDebtors'], { clientId })
  expect((await bound.post(path, facts())).status).toBe(404)
  expect((await bound.delete(path)).status).toBe(404)
  const other = await tenantIn(at, 'Other')
  expect((await other.api.post(path, facts())).status).toBe(404)
})

let runs = 0

/** The daily job of the platform, as its workflow does it. */
async function nextDay() {
  const asOfDate = dayFromNow(at, 0)
  const now = new Date(at.clock.now.getTime() + ++runs)
  const work = {
    runtime: at.runtime,
    now,
    workflowId: `run-job/${runs}`,
    job: 'bankruptcy',
  } as const
  await at.owner(`delete from job_run where tenant_id = $1 and job = 'bankruptcy'`, [tenant.id])
  await claimJobPage({ ...work, timeZone: 'Europe/Stockholm', asOfDate, after: '' })
  expect(await runJobForTenant({ ...work, tenantId: tenant.id, asOfDate })).toBe('DONE')
}

const doubtfulOf = async (claim: string) =>
  (
    await at.owner(
      `select doubtful::int, doubtful_net::int as net from bankrupt_claim
       where tenant_id = $1 and invoice_id = $2`,
      [tenant.id, claim],
    )
  )[0]

test('what is credited is no longer doubtful, and no VAT of what is open is provided for', async () => {
  const debtor = newDebtor()
  const row = (vatPercentage: number) => ({
    description: 'Work',
    quantity: '1',
    price: '1000.00',
    vatPercentage,
  })
  // 1,000 with a quarter of VAT, 1,000 without: 2,250, of which 2,000 is net.
  const claim = await activated(at, tenant, clientId, { debtor, articleRows: [row(25), row(0)] })
  await declare(String(debtor['identificationNumber']))
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 225_000, net: 200_000 })
  const creditId = await activated(at, tenant, clientId, {
    debtor,
    type: 'CREDIT_INVOICE',
    articleRows: [row(0)],
  })
  const linked = await tenant.api.put('/invoices/link-multiple', {
    creditId,
    debits: [{ id: claim }],
  })
  expect(linked.body).toMatchObject({ links: [{ balance: '1250.00' }] })
  await nextDay()
  // The row without VAT is gone: 1,250 is open, of which 1,000 is net.
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 125_000, net: 100_000 })
  expect(await postingsOf(at, tenant, `doubtful/${claim}/2`)).toEqual([
    'C AR -125000',
    'C AR_DOUBTFUL 125000',
    'C PROVISION -100000',
    'C PROVISION_COST 100000',
  ])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('claims that come later are followed; those that arose after it are not', async () => {
  const debtor = newDebtor()
  const number = String(debtor['identificationNumber'])
  const first = await activated(at, tenant, clientId, { debtor })
  await declare(number)
  const before = await activated(at, tenant, clientId, { debtor })
  const dates = { invoiceDate: dayFromNow(at, -1), expireDate: dayFromNow(at, 20) }
  const after = await activated(at, tenant, clientId, { debtor, dates })
  await nextDay()
  expect(await invoice(before)).toMatchObject({ main_status: 'STOPPED', from: facts().date })
  expect(await invoice(after)).toMatchObject({ main_status: 'ACTIVATED', from: null })
  await tenant.api.delete(`/system-debtors/${number}/bankruptcy`)
  await runTasks()
  for (const id of [first, before]) {
    expect(await invoice(id)).toMatchObject({ main_status: 'ACTIVATED', from: null })
    expect(await doubtfulOf(id)).toBe(undefined)
  }
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a locked period moves the booking to its first open day, and stops nothing else', async () => {
  const ownId = await financedClient(tenant)
  const debtor = newDebtor()
  const claim = await activated(at, tenant, ownId, { debtor })
  const [lockedUntil, open] = [dayFromNow(at, 3), dayFromNow(at, 4)]
  await tenant.api.put('/vouchers/settings/locked-period', { clientId: ownId, lockedUntil })
  await declare(String(debtor['identificationNumber']))
  expect(await invoice(claim)).toMatchObject({ main_status: 'STOPPED' })
  const [booked] = await at.owner(
    `select book_date::text as day from financial_event where tenant_id = $1 and source_key = $2`,
    [tenant.id, `doubtful/${claim}/1`],
  )
  expect(booked).toEqual({ day: open })
})

test('two may go bankrupt at once, and nobody ends halfway what follows', async () => {
  const [one, other] = [await company(), await company()]
  for (const { number } of [one, other]) {
    const answer = await tenant.api.post(`/system-debtors/${number}/bankruptcy`, facts())
    expect(answer.status).toBe(200)
  }
  const ended = await tenant.api.put('/background-task/close', {
    taskName: 'invoices.bankruptcy',
    cancel: true,
  })
  expect([ended.status, ended.body.code]).toEqual([409, 'TASK_RUNNING'])
  await runTasks()
  for (const { claim } of [one, other]) {
    expect(await invoice(claim)).toMatchObject({ main_status: 'STOPPED' })
  }
})

test('a pause of interest begins and ends beside the bankruptcy, whose day stays', async () => {
  const { number, claim } = await company()
  await declare(number)
  await tenant.api.put(`/invoices/${claim}/actions/resume`)
  const paused = await tenant.api.put(`/invoices/${claim}/actions/pause`, { pauseInterest: true })
  expect(paused.status).toBe(200)
  expect(await invoice(claim)).toMatchObject({ main_status: 'PAUSED', from: facts().date })
  await tenant.api.put(`/invoices/${claim}/actions/resume`)
  expect(await invoice(claim)).toMatchObject({ main_status: 'ACTIVATED', from: facts().date })
  await tenant.api.delete(`/system-debtors/${number}/bankruptcy`)
  await runTasks()
  expect(await invoice(claim)).toMatchObject({ main_status: 'ACTIVATED', from: null })
})

test('each day tells the debtors that no task has told', async () => {
  const { number, debtorId } = await company()
  const since = async () => (await tenant.api.get(`/debtors/${debtorId}`)).body.bankruptSince
  const dropTasks = () =>
    at.owner(
      `update background_task set status = 'CANCELLED' where tenant_id = $1 and status = 'QUEUED'`,
      [tenant.id],
    )
  await tenant.api.post(`/system-debtors/${number}/bankruptcy`, facts())
  await dropTasks()
  expect(await since()).toBe(null)
  await nextDay()
  expect(await since()).toBe(facts().date)
  await tenant.api.delete(`/system-debtors/${number}/bankruptcy`)
  await dropTasks()
  await nextDay()
  expect(await since()).toBe(null)
})

test('the errand is closed once somebody has said how the claims were filed', async () => {
  const { number } = await company()
  const { body } = await declare(number)
  const [left] = await at.owner(
    `select id from system_errand where tenant_id = $1 and subject_id = $2`,
    [tenant.id, body.id],
  )
  const path = `/errands/system/${String(left?.['id'])}`
  expect((await tenant.api.put(`${path}/close`)).status).toBe(409)
  expect((await tenant.api.put(`${path}/resolve`, { comment: 'Filed by letter' })).status).toBe(200)
  expect((await tenant.api.put(`${path}/close`)).status).toBe(200)
})
