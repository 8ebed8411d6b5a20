import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { RatesSource } from '../../src/ports/rates/rates-source.ts'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const job = 'rates.fx'
const dir = mkdtempSync(join(tmpdir(), 'receivables-rates-'))
const file = join(dir, 'rates.xml')
afterAll(() => rmSync(dir, { recursive: true }))

const published = (...days: string[]) =>
  `<Envelope>${days
    .map((day) => `<Cube time="${day}"><Cube currency="SEK" rate="11.0001"/></Cube>`)
    .join('')}</Envelope>`

/** A process whose operator has said where rates are published. */
const told = (place = file, fetched?: typeof fetch): Runtime => ({
  ...at.runtime,
  rates: new RatesSource(place, at.runtime.apart, fetched),
})

const loaded = async ({ id }: TestTenant) =>
  (
    await at.owner('select date::text as day from exchange_rate where tenant_id = $1 order by 1', [
      id,
    ])
  ).map(({ day }) => day)

/** Midsummer's eve, on which Swedish banks are closed and others are not. */
const eve = '2027-06-25'

describe('a job of business days', () => {
  test('has nothing to do where banks are closed, and is done elsewhere', async () => {
    writeFileSync(file, published(eve))
    expect(await jobDone(at, tenant, job, eve, told())).toMatchObject({
      status: 'DONE',
      counts: {},
    })
    expect(await loaded(tenant)).toEqual([])
    const danish = await tenantIn(at)
    await at.owner(`update tenant set country_code = 'DK' where tenant_id = $1`, [danish.id])
    expect(await jobDone(at, danish, job, eve, told())).toMatchObject({ counts: { loaded: 1 } })
    const saturday = '2027-06-26'
    expect(await jobDone(at, danish, job, saturday, told())).toMatchObject({ counts: {} })
  })
})

describe('exchange rates', () => {
  test('are loaded up to the day, of the last month, and not twice', async () => {
    const of = await tenantIn(at)
    writeFileSync(file, published('2027-05-01', '2027-06-10', '2027-06-28', '2027-06-29'))
    const day = '2027-06-28'
    expect(await jobDone(at, of, job, day, told())).toMatchObject({ counts: { loaded: 2 } })
    expect(await loaded(of)).toEqual(['2027-06-10', day])
    expect(await jobDone(at, of, job, '2027-06-29', told())).toMatchObject({
      counts: { loaded: 1 },
    })
  })

  test('are nobody’s affair where no operator says where they are', async () => {
    expect(await jobDone(at, tenant, job, '2027-06-30')).toMatchObject({
      status: 'DONE',
      counts: {},
    })
  })

  test('come from an address as well, once for all tenants', async () => {
    let asked = 0
    const fetched: typeof fetch = async (_, how) => {
      asked++
      expect(how).toMatchObject({ redirect: 'error' })
      return new Response(published('2027-07-01'))
    }
    const runtime = told('https://rates.example.com/daily.xml', fetched)
    for (const of of [await tenantIn(at), await tenantIn(at)]) {
      expect(await jobDone(at, of, job, '2027-07-01', runtime)).toMatchObject({
        counts: { loaded: 1 },
      })
    }
    expect(asked).toBe(1)
  })

  test('that cannot be fetched are waited for; that are none are left to people', async () => {
    for (const fetched of [
      async () => new Response('', { status: 500 }),
      async () => new Response(new Uint8Array(21 * 1024 * 1024)),
    ]) {
      const runtime = told('https://rates.example.com/daily.xml', fetched)
      await expect(
        jobDone(at, await tenantIn(at), job, '2027-07-02', runtime),
      ).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    }
    writeFileSync(file, '<html>moved</html>')
    const of = await tenantIn(at)
    expect(await jobDone(at, of, job, '2027-07-02', told())).toMatchObject({ status: 'FAILED' })
    expect(await errandsOf(at, of, 'JOB')).toMatchObject([
      { status: 'OPEN', data: { code: 'FILE_UNREADABLE' } },
    ])
  })

  test('that are likely slips are held, and everything else is taken', async () => {
    const of = await tenantIn(at)
    const cubes = (day: string, ...rates: [string, string][]) =>
      writeFileSync(
        file,
        `<Envelope><Cube time="${day}">${rates
          .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
          .join('')}</Cube></Envelope>`,
      )
    const done = (day: string) => jobDone(at, of, job, day, told())
    // Of a currency of which nothing is known, what is known of the year says it.
    cubes('2027-07-05', ['SEK', '1120'], ['NOK', '11.90'], ['TRY', '48.10'])
    expect(await done('2027-07-05')).toMatchObject({ counts: { loaded: 2, held: 1 } })
    const [errand] = await errandsOf(at, of, 'JOB')
    expect(errand).toMatchObject({
      status: 'OPEN',
      title: 'Exchange rates were not taken: 1120 SEK for a EUR, after 10.85',
    })
    cubes('2027-07-06', ['SEK', '11.20'], ['TRY', '72.00'])
    expect(await done('2027-07-06')).toMatchObject({ counts: { loaded: 2, held: 0 } })
    expect(await errandsOf(at, of, 'JOB')).toMatchObject([{ status: 'RESOLVED' }])
    cubes('2027-07-07', ['SEK', '5.59'], ['TRY', '108.20'])
    expect(await done('2027-07-07')).toMatchObject({ counts: { loaded: 0, held: 2 } })
    cubes('2027-07-08', ['SEK', '5.60'], ['TRY', '108.00'])
    expect(await done('2027-07-08')).toMatchObject({ counts: { loaded: 2, held: 0 } })
  })
})
