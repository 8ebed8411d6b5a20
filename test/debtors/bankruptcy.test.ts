import { expect, test } from 'vitest'
import { traceOf } from '../access/people.ts'
import {
  activated,
  dayFromNow,
  financedClient,
  newDebtor,
  postingsOf,
} from '../factoring/ground.ts'
import { driftsOf, trialOf } from '../support/books.ts'
import { tenantIn } from '../support/world.ts'
import { bankruptcies } from './bankruptcies.ts'

const {
  at,
  tenant,
  clientId,
  facts,
  runTasks,
  declare,
  nextDay,
  dropTasks,
  company,
  invoice,
  errandsAbout,
  doubtfulOf,
} = await bankruptcies()

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

test('a claim in another currency is provided for without its VAT as it is booked', async () => {
  const debtor = newDebtor()
  const row = { description: 'Work', quantity: '1', price: '100.00' }
  const claim = await activated(at, tenant, clientId, {
    debtor,
    currency: { invoiceCurrency: 'EUR', baseCurrency: 'SEK' },
    articleRows: [
      { ...row, vatPercentage: 25 },
      { ...row, vatPercentage: 0 },
    ],
  })
  await declare(String(debtor['identificationNumber']))
  // At 10.85, 225.00 EUR are 2,441.25 SEK, and its VAT of 25.00 is 271.25.
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 244_125, net: 217_000 })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a credit note in place of another changes what is provided for, though the same is open', async () => {
  const debtor = newDebtor()
  const row = (vatPercentage: number, price: string) => ({
    description: 'Work',
    quantity: '1',
    price,
    vatPercentage,
  })
  const articleRows = [row(25, '1000.00'), row(0, '1000.00')]
  const claim = await activated(at, tenant, clientId, { debtor, articleRows })
  const note = async (rate: number, price: string) => {
    const credit = { debtor, type: 'CREDIT_INVOICE', articleRows: [row(rate, price)] }
    const creditId = await activated(at, tenant, clientId, credit)
    const body = { creditId, debits: [{ id: claim }] }
    expect((await tenant.api.put('/invoices/link-multiple', body)).status).toBe(200)
  }
  await note(0, '500.00')
  await declare(String(debtor['identificationNumber']))
  // 1,750 is open with 250 of VAT.
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 175_000, net: 150_000 })
  const { body } = await tenant.api.get(`/invoices/${claim}/credit-debit-link-list`)
  const unlinked = await tenant.api.put(
    `/invoices/events/financial/${body.data[0].id}/unlink-credit`,
  )
  expect(unlinked.status).toBe(200)
  await note(25, '400.00')
  await nextDay()
  // 1,750 is open with 150 of VAT.
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 175_000, net: 160_000 })
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

test('nothing is filed of claims that are credited in full, until one is open again', async () => {
  const debtor = newDebtor()
  const claim = await activated(at, tenant, clientId, { debtor })
  const { body } = await declare(String(debtor['identificationNumber']))
  const creditId = await activated(at, tenant, clientId, { debtor, type: 'CREDIT_INVOICE' })
  const link = () =>
    tenant.api.put('/invoices/link-multiple', { creditId, debits: [{ id: claim }] })
  expect((await link()).status).toBe(200)
  await nextDay()
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 0, net: 0 })
  expect(await errandsAbout(body.id)).toMatchObject([{ status: 'RESOLVED' }])
  const [linked] = await at.owner(
    `select id_text(id) as id from financial_event where tenant_id = $1 and claim_id = $2
       and type = 'CREDIT_LINK'`,
    [tenant.id, claim],
  )
  const path = `/invoices/events/financial/${String(linked?.['id'])}/unlink-credit`
  expect((await tenant.api.put(path)).status).toBe(200)
  await nextDay()
  expect(await errandsAbout(body.id)).toMatchObject([{ status: 'OPEN' }])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a debtor that gets the number of a bankrupt, or loses it, is followed by the job of the night', async () => {
  const { number } = await company()
  await declare(number)
  const nameless = newDebtor({ identificationNumber: undefined })
  const claim = await activated(at, tenant, clientId, { debtor: nameless })
  const { debtorId } = (await tenant.api.get(`/invoices/${claim}`)).body
  const named = await tenant.api.put(`/debtors/${debtorId}`, { identificationNumber: number })
  expect([named.status, named.body.bankruptSince]).toEqual([200, facts().date])
  expect(await invoice(claim)).toMatchObject({ main_status: 'ACTIVATED' })
  await nextDay()
  expect(await invoice(claim)).toMatchObject({ main_status: 'STOPPED', from: facts().date })
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 1_250_000, net: 1_000_000 })
  const parted = await tenant.api.put(`/debtors/${debtorId}`, { identificationNumber: null })
  expect([parted.status, parted.body.bankruptSince]).toEqual([200, null])
  expect(await invoice(claim)).toMatchObject({ main_status: 'STOPPED' })
  await nextDay()
  expect(await invoice(claim)).toMatchObject({ main_status: 'ACTIVATED', from: null })
  expect(await doubtfulOf(claim)).toBeUndefined()
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a corrected date is followed, whatever the tasks of both came to', async () => {
  const debtor = newDebtor()
  const number = String(debtor['identificationNumber'])
  const claim = await activated(at, tenant, clientId, { debtor })
  const dates = { invoiceDate: dayFromNow(at, -3), expireDate: dayFromNow(at, 20) }
  const late = await activated(at, tenant, clientId, { debtor, dates })
  await declare(number)
  expect(await invoice(late)).toMatchObject({ main_status: 'STOPPED', from: dayFromNow(at, -2) })
  const path = `/system-debtors/${number}/bankruptcy`
  expect((await tenant.api.delete(path)).status).toBe(204)
  await dropTasks()
  expect((await tenant.api.post(path, facts(-4))).status).toBe(200)
  await dropTasks()
  await nextDay()
  expect(await invoice(claim)).toMatchObject({ main_status: 'STOPPED', from: dayFromNow(at, -4) })
  expect(await doubtfulOf(claim)).toEqual({ doubtful: 1_250_000, net: 1_000_000 })
  // It was delivered after the bankruptcy, and the estate owes it in full.
  expect(await invoice(late)).toMatchObject({ main_status: 'ACTIVATED', from: null })
  expect(await doubtfulOf(late)).toBeUndefined()
  expect(await driftsOf(at, tenant.id)).toEqual([])
})
