import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { loadRates } from '../../src/activities/system/load-rates.ts'
import { readRates } from '../../src/ports/rates/read-rates.ts'
import { clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

const ecb = (date: string, rate: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='${date}'><Cube currency='USD' rate='1.1200'/>
    <Cube currency='SEK' rate='${rate}'/>
    <Cube currency='ZZZ' rate='4'/><Cube currency='RUB' rate='N/A'/></Cube></Cube>
</gesmes:Envelope>`

describe('a file of rates', () => {
  test('of the ECB is read, for one day or many', () => {
    const rate = { base: 'EUR', date: '2026-11-18', source: 'ECB' }
    expect(readRates(ecb('2026-11-18', '11.0310')).rates).toEqual([
      { ...rate, currency: 'USD', rate: '1.1200' },
      { ...rate, currency: 'SEK', rate: '11.0310' },
    ])
    expect(() => readRates('<Cube')).toThrow('no XML')
    expect(() => readRates('<!DOCTYPE a [<!ENTITY b "c">]><Cube/>')).toThrow('document type')
  })

  test('of the Riksbank is read as CSV and JSON, and a hundred of a coin as one', () => {
    const of = { currency: 'SEK', date: '2026-11-18', source: 'RIKSBANK' }
    const csv = `Period;Grupp;Serie;Värde
2026-11-18;Valutor mot svenska kronor;1 EUR;11,0305
2026-11-18;Valutor mot svenska kronor;100 JPY;6,2811
2026-11-19;Valutor mot svenska kronor;1 EUR;n/a`
    expect(readRates(csv).rates).toEqual([
      { ...of, base: 'EUR', rate: '11.0305' },
      { ...of, base: 'JPY', rate: '0.062811' },
    ])
    const json = [
      { seriesId: 'SEKEURPMI', date: '2026-11-18', value: 11.0305 },
      { seriesId: 'SEKJPYPMI', date: '2026-11-18', value: 6.2811 },
    ]
    expect(readRates(JSON.stringify(json)).rates).toEqual([{ ...of, base: 'EUR', rate: '11.0305' }])
    expect(() => readRates('a;b;c')).toThrow('no rates')
    expect(() => readRates('[null, 7, "x"]')).toThrow('no rates')
  })

  test('gives nothing for days that there are not', () => {
    for (const day of ['2026-02-31', '2026-13-01', '9999-99-99']) {
      expect(() => readRates(ecb(day, '11.0310'))).toThrow('no rates')
    }
  })
})

describe('the rate of an invoice', () => {
  let at: World
  let tenant: TestTenant
  let clientId: string

  beforeAll(async () => {
    at = await world()
    tenant = await tenantIn(at)
    clientId = await clientIn(tenant)
  })
  afterAll(() => at.close())

  const load = (date: string, rate: string) =>
    tenant.work((unit) => loadRates(unit, readRates(ecb(date, rate)).rates))
  const made = (invoiceDate: string) =>
    createdInvoice(tenant, clientId, {
      currency: { invoiceCurrency: 'EUR' },
      dates: { invoiceDate, expireDate: '2026-12-31' },
    })
  const currencyOf = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body.currency

  test('is that of its day, or of the last day before it on which there was one', async () => {
    expect(await load('2026-11-18', '11.0310')).toBe(2)
    expect(await load('2026-11-18', '11.0310')).toBe(0)
    expect(await load('2026-11-18', '11.0320')).toBe(1)
    const loaded = { rate: '11.032', rateDate: '2026-11-18', rateSource: 'ECB' }
    expect(await currencyOf(await made('2026-11-18'))).toMatchObject(loaded)
    expect(await currencyOf(await made('2026-11-22'))).toMatchObject(loaded)
    const before = { rate: '10.978', rateDate: '2026-10-30', rateSource: 'ECB' }
    expect(await currencyOf(await made('2026-11-02'))).toMatchObject(before)
    const rough = { rate: '10.85', rateDate: '2026-01-01', rateSource: 'INDICATION' }
    expect(await currencyOf(await made('2026-11-12'))).toMatchObject(rough)
  })

  test('is frozen when it is booked, and no file moves it afterwards', async () => {
    const id = await made('2026-11-30')
    expect(await currencyOf(id)).toMatchObject({ rateSource: 'INDICATION' })
    await load('2026-11-30', '11.1000')
    await tenant.work((unit) => acceptForActivation(unit, id, { productCode: 'INVOICE_SERVICE' }))
    await runActivation(tenant, id)
    const frozen = { rate: '11.1', rateDate: '2026-11-30', rateSource: 'ECB' }
    expect(await currencyOf(id)).toMatchObject(frozen)
    expect((await tenant.api.get(`/invoices/${id}`)).body.totals.balance).toBe('13875.00')
    await load('2026-11-30', '12.0000')
    expect(await currencyOf(id)).toMatchObject(frozen)
  })

  test("is the tenant's own: what one loads another does not see", async () => {
    const other = await tenantIn(at)
    await other.work((unit) => loadRates(unit, readRates(ecb('2026-11-25', '99')).rates))
    expect(await currencyOf(await made('2026-11-25'))).toMatchObject({ rate: '11.032' })
  })
})
