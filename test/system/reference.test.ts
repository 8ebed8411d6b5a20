import { expect, test } from 'vitest'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { loadRates } from '../../src/activities/system/load-rates.ts'

const { tenant } = await worldWithTenant()

interface Rate {
  currency: string
}
const rates = async (query: string) => {
  const { status, body } = await tenant.api.get(`/system/exchange-rates?${query}`)
  expect(status).toBe(200)
  const of = (code: string) => body.rates.find(({ currency }: Rate) => currency === code)
  return { base: body.base, date: body.date, of }
}

test('rates of a day are those that ship, until somebody loads others', async () => {
  const day = '2025-03-14'
  const before = await rates(`base=EUR&date=${day}`)
  expect(before).toMatchObject({ base: 'EUR', date: day })
  expect(before.of('SEK')).toMatchObject({ source: 'ECB', date: day })
  expect(before.of('EUR')).toBeUndefined()
  await tenant.work(async (unit) => {
    await loadRates(unit, [
      { base: 'EUR', currency: 'SEK', date: day, rate: '12.5', source: 'BANK' },
    ])
  })
  const sek = { currency: 'SEK', rate: '12.5', inverse: '0.08', date: day, source: 'BANK' }
  expect((await rates(`base=EUR&date=${day}`)).of('SEK')).toEqual(sek)
  const turned = (await rates(`base=SEK&date=${day}`)).of('EUR')
  expect(turned).toEqual({ ...sek, currency: 'EUR', rate: '0.08', inverse: '12.5' })
})

test('what is shown is what an invoice freezes', async () => {
  const clientId = await clientIn(tenant)
  const currency = { invoiceCurrency: 'EUR', baseCurrency: 'SEK' }
  const dates = { invoiceDate: '2025-03-13', expireDate: '2025-04-12' }
  const invoiceId = await createdInvoice(tenant, clientId, { currency, dates })
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  const shown = (await rates('base=SEK&date=2025-03-13')).of('EUR')
  expect(body.currency).toMatchObject({ rate: shown.inverse })
})

test('where no rate of the day is known, the rough one is shown that an invoice uses', async () => {
  const day = '2026-11-25'
  const shown = (await rates(`base=SEK&date=${day}`)).of('EUR')
  expect(shown).toMatchObject({ inverse: '10.85', date: '2026-01-01', source: 'INDICATION' })
  const clientId = await clientIn(tenant)
  const currency = { invoiceCurrency: 'EUR', baseCurrency: 'SEK' }
  const dates = { invoiceDate: day, expireDate: '2026-12-24' }
  const invoiceId = await createdInvoice(tenant, clientId, { currency, dates })
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  expect(body.currency).toMatchObject({
    rate: shown.inverse,
    rateDate: shown.date,
    rateSource: shown.source,
  })
})

test('without a word it is today in the currency of the tenant; other days have none', async () => {
  const { body } = await tenant.api.get('/system/exchange-rates')
  expect(body.base).toBe('SEK')
  const { body: early } = await tenant.api.get('/system/exchange-rates?date=1950-01-01')
  expect(early.rates).toEqual([])
  for (const query of ['base=XXX', 'date=2025-02-30', 'date=soon', 'currency=SEK']) {
    const { status, body: refused } = await tenant.api.get(`/system/exchange-rates?${query}`)
    expect([status, refused.code], query).toEqual([400, 'VALIDATION_FAILED'])
  }
})

test('locales say how they write, and countries are named in the language asked for', async () => {
  const { body } = await tenant.api.get('/locales?language=sv')
  expect(body.documentLanguages).toEqual(['sv', 'en'])
  expect(body.countries).toContainEqual({ code: 'SE', name: 'Sverige' })
  expect(body.countries.map(({ name }: { name: string }) => name).at(-1)).toBe('Östtimor')
  const swedish = body.data.find(({ locale }: { locale: string }) => locale === 'sv-SE')
  expect(swedish).toMatchObject({
    country: 'SE',
    currency: 'SEK',
    date: 'yyyy-MM-dd',
    decimalMark: ',',
    firstDayOfWeek: 1,
  })
  const american = body.data.find(({ locale }: { locale: string }) => locale === 'en-US')
  expect(american).toMatchObject({ date: 'MM/dd/yyyy', amount: '$12,345.60', firstDayOfWeek: 7 })
  expect((await tenant.api.get('/locales?language=xx')).status).toBe(400)
})

test('a search of clients reads the settings of each, of one’s own client alone if bound', async () => {
  const [one, other] = [await clientIn(tenant), await clientIn(tenant)]
  const sent = { settings: { 'invoice.paymentTermsDays': 17 } }
  await tenant.api.put(`/settings/client/${one}`, sent)
  const { body } = await tenant.api.post('/settings/client/search', { limit: 100 })
  for (const id of [one, other]) {
    const shown = body.data.find((each: { id: string }) => each.id === id)
    const { data } = (await tenant.api.get(`/settings/client/${id}`)).body
    expect(shown.settings).toEqual(data)
  }
  const bound = await tenant.holding(['ManageClientSettings'], { clientId: other })
  const own = (await bound.post('/settings/client/search', {})).body.data
  expect(own.map(({ id }: { id: string }) => id)).toEqual([other])
})
