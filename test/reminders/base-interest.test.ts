import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import {
  addShippedRates,
  loadReferenceRates,
} from '../../src/activities/system/load-reference-rates.ts'
import { halfYearOf } from '../../src/domain/system/base-interest.ts'
import { RatesSource } from '../../src/ports/rates/rates-source.ts'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/base-interest-rates'
const dir = mkdtempSync(join(tmpdir(), 'receivables-reference-'))
const file = join(dir, 'reference.csv')
afterAll(() => rmSync(dir, { recursive: true }))

const told = () => ({ ...at.runtime, rates: new RatesSource(file, at.runtime.apart) })
const activeOn = async (of: TestTenant, date: string, currency = 'SEK') =>
  (await of.api.get(`${path}/${currency}/active?date=${date}`)).body

describe('base interest rates', () => {
  test('ship with the platform, dated and with their source', async () => {
    expect(await activeOn(tenant, '2025-06-30')).toMatchObject({
      code: 'SE_REFERENCE',
      rate: '3',
      validFrom: '2025-01-01',
      source: 'Riksbanken',
      isOutdated: false,
    })
    expect(await activeOn(tenant, '2025-07-01')).toMatchObject({ rate: '2' })
    expect(await activeOn(tenant, '2026-07-01')).toMatchObject({ rate: '2', isOutdated: true })
    const { body } = await tenant.api.get(`${path}/active?date=2024-03-01`)
    expect(
      body.rates.map(({ currency, rate }: Record<string, string>) => [currency, rate]),
    ).toEqual([
      ['SEK', '4'],
      ['NOK', '4.5'],
      ['DKK', '3.75'],
      ['EUR', '4.5'],
    ])
    for (const of of ['USD/active', 'SEK/active?date=2022-12-31']) {
      expect((await tenant.api.get(`${path}/${of}`)).status).toBe(404)
    }
  })

  test('are listed, searched, and read one by one', async () => {
    const { body } = await tenant.api.post(`${path}/search`, {
      filters: { code: 'SE_REFERENCE', validFrom: { from: '2024-01-01', to: '2024-01-01' } },
    })
    expect(body.data).toMatchObject([{ rate: '4', currency: 'SEK', revision: 1 }])
    const { id } = body.data[0]
    expect((await tenant.api.get(`${path}/${id}`)).body).toEqual(body.data[0])
    const all = (await tenant.api.get(`${path}?limit=100`)).body.data
    expect(all).toHaveLength(28)
    expect(all[0].validFrom).toBe('2026-01-01')
  })

  test('that were wrong are followed by others of the same day, and stay', async () => {
    const of = await tenantIn(at)
    const right = { code: 'SE_REFERENCE', validFrom: '2026-01-01', rate: '1.75', source: 'By hand' }
    const load = () =>
      of.work((unit) => loadReferenceRates(unit, [{ ...right, code: 'SE_REFERENCE' }]))
    expect([await load(), await load()]).toEqual([1, 0])
    expect(await activeOn(of, '2026-02-01')).toMatchObject({ rate: '1.75', source: 'By hand' })
    const { body } = await of.api.post(`${path}/search`, {
      filters: { code: 'SE_REFERENCE', validFrom: { from: '2026-01-01' } },
    })
    expect(body.data.map(({ rate }: { rate: string }) => Number(rate)).toSorted()).toEqual([
      1.75, 2,
    ])
    // What ships does not come back, and another tenant has what it had.
    expect(await of.work((unit) => addShippedRates(unit))).toBe(0)
    const nothing = await jobDone(at, of, 'rates.reference', '2026-03-02')
    expect(nothing).toMatchObject({ status: 'DONE', counts: {} })
    expect(await activeOn(of, '2026-02-01')).toMatchObject({ rate: '1.75' })
    expect(await activeOn(tenant, '2026-02-01')).toMatchObject({ rate: '2' })
  })

  test('of which that of the half-year is missing are asked for, until they are loaded', async () => {
    const of = await tenantIn(at)
    await at.owner('delete from base_interest_rate where tenant_id = $1', [of.id])
    const day = '2027-07-02'
    expect(await jobDone(at, of, 'rates.reference', day)).toMatchObject({
      counts: { loaded: 28, missing: 1 },
    })
    expect(await errandsOf(at, of, 'MONITORING')).toMatchObject([
      {
        status: 'OPEN',
        subject: 'SE_REFERENCE',
        data: {
          validFrom: '2027-07-01',
          remedy: expect.stringContaining('npx receivables rates load <file>'),
        },
      },
    ])
    writeFileSync(file, 'Code,ValidFrom,Rate,Source\nSE_REFERENCE,2027-07-01,2.25,Riksbanken\n')
    expect(await jobDone(at, of, 'rates.reference', '2027-07-05', told())).toMatchObject({
      counts: { loaded: 1, missing: 0 },
    })
    expect(await errandsOf(at, of, 'MONITORING')).toMatchObject([{ status: 'RESOLVED' }])
    expect(await activeOn(of, '2027-07-05')).toMatchObject({ rate: '2.25', isOutdated: false })
    // The same place may hold no currencies, and then none are loaded.
    expect(await jobDone(at, of, 'rates.fx', '2027-07-05', told())).toMatchObject({
      counts: { loaded: 0 },
    })
  })
})

test('the errand of a rate that is missing says what lifts it, and does it', async () => {
  const of = await tenantIn(at)
  await jobDone(at, of, 'rates.reference', '2027-07-02')
  const errand = async () =>
    (await of.api.post('/errands/system/search', { filters: { type: 'MONITORING' } })).body.data[0]
  const before = await errand()
  expect(before.suggestion).toMatchObject({
    action: 'LOAD_RATES',
    reason: expect.stringContaining('npx receivables rates load <file>'),
  })
  const asOfDate = await of.work((unit) => unit.today())
  await at.owner(
    `insert into job_run (tenant_id, job, as_of_date, status, counts, started_at, ended_at)
     values ($1, 'rates.reference', $2, 'DONE', '{}', now(), now())`,
    [of.id, asOfDate],
  )
  const perform = () => of.api.put(`/errands/system/${before.id}/perform`)
  expect(await perform()).toMatchObject({ status: 200, body: { status: 'IN_PROGRESS' } })
  const started = await at.owner(
    `select workflow || ' ' || kind as told from outbox where tenant_id = $1
       and workflow_id like '%rates.reference%'`,
    [of.id],
  )
  expect(started).toEqual([{ told: 'runJob start' }])
  // As `npx receivables rates load` does it.
  const published = { code: 'SE_REFERENCE', rate: '2', source: 'Riksbanken' } as const
  const validFrom = halfYearOf(asOfDate)
  await of.work((unit) => loadReferenceRates(unit, [{ ...published, validFrom }]))
  const { runtime, clock } = at
  const run = { job: 'rates.reference', tenantId: of.id, asOfDate } as const
  const work = { ...run, runtime, now: clock.now, workflowId: 'run-job/test' }
  expect(await runJobForTenant(work)).toBe('DONE')
  expect(await errand()).toMatchObject({ status: 'RESOLVED' })
})

describe('settings of late interest', () => {
  const settings = async (targetId: string, asked = 'date=2026-03-01') =>
    (await tenant.api.get(`/base-interest-settings/${targetId}?${asked}`)).body
  const choose = (key: string, value: unknown) =>
    tenant.api.put(`/system-setting/invoice.${key}`, { value })

  test('are what the law of the country says, where nobody chose', async () => {
    const swedish = await settings(tenant.id)
    expect(swedish).toMatchObject({
      targetType: 'TENANT',
      baseRateCode: 'SE_REFERENCE',
      baseRate: '2',
      marginPp: '8',
      rate: '10',
      validFrom: '2026-01-01',
      dayCount: 'ACTUAL_365',
      sources: { interestRateMargin: 'DEFAULT' },
      interest: null,
    })
    const danish = await clientIn(tenant)
    await at.owner(`update client set country_code = 'DK' where id = id_of($1)`, [danish])
    expect(await settings(danish)).toMatchObject({ rate: '9.75', dayCount: 'THIRTY_360' })
    const finnish = await clientIn(tenant)
    await at.owner(`update client set country_code = 'FI' where id = id_of($1)`, [finnish])
    expect(await settings(finnish, 'date=2026-03-01&debtorType=PERSON')).toMatchObject({
      rate: '9.5',
    })
    expect(await settings(finnish)).toMatchObject({ rate: '10.5' })
  })

  test('are inherited from the tenant to the template to the client', async () => {
    const made = await tenant.api.post('/client-financial-price-template', { name: 'Interest' })
    const templateId = made.body.id
    const clientId = await clientIn(tenant, { templateId })
    await choose('interestRateMargin', '9')
    expect(await settings(clientId)).toMatchObject({ rate: '11' })
    await tenant.api.put(`/settings/client-financial-price-template/${templateId}`, {
      settings: { 'invoice.interestRateMargin': '10' },
    })
    expect(await settings(templateId)).toMatchObject({ targetType: 'TEMPLATE', rate: '12' })
    expect(await settings(clientId)).toMatchObject({
      rate: '12',
      sources: { interestRateMargin: 'TEMPLATE', baseInterestRate: 'DEFAULT' },
    })
    const own = { fixedInterestRate: '24' }
    const put = await tenant.api.put(`/clients/${clientId}/settings/invoice`, own)
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    expect(await settings(clientId)).toMatchObject({
      rate: '24',
      baseRate: null,
      sources: { fixedInterestRate: 'CLIENT' },
    })
    await choose('interestRateMargin', null)
  })

  test('say what interest would be over a change of the rate', async () => {
    const asked = 'amount=10000&from=2025-06-01&to=2025-07-31'
    expect((await settings(tenant.id, asked)).interest).toMatchObject({
      currency: 'SEK',
      total: '175.34',
      periods: [
        { rate: '11', days: 30, amount: '90.41' },
        { rate: '10', days: 31, amount: '84.93' },
      ],
    })
    for (const wrong of ['amount=1', 'from=2025-01-01', 'amount=1&from=2025-02-01&to=2025-01-01']) {
      const { status } = await tenant.api.get(`/base-interest-settings/${tenant.id}?${wrong}`)
      expect(status).toBe(400)
    }
    const early = await tenant.api.get(`/base-interest-settings/${tenant.id}?date=2022-01-01`)
    expect(early.body.code).toBe('BASE_RATE_UNKNOWN')
  })

  test('of a client are for its people to see, and no others', async () => {
    const [own, other] = [await clientIn(tenant), await clientIn(tenant)]
    const bound = await tenant.holding(['ReadBaseInterestSettings', 'ReadBaseInterestRate'], {
      kind: 'CLIENT',
      clientId: own,
    })
    expect((await bound.get(`/base-interest-settings/${own}`)).status).toBe(200)
    expect((await bound.get(`${path}/SEK/active`)).status).toBe(200)
    for (const of of [other, tenant.id]) {
      expect((await bound.get(`/base-interest-settings/${of}`)).status).toBe(404)
    }
  })
})
