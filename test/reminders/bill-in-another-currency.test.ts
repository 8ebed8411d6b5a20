import { expect, test } from 'vitest'
import { pdfText } from '../support/pdf-text.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { billsOf, done } from './ground.ts'

const { at, tenant } = await worldWithTenant()

async function fileOf(documentId: string): Promise<Response> {
  const { token } = tenant.api
  return at.app.request(`/documents/${documentId}/file`, {
    headers: { Authorization: `Bearer ${token}` },
  })
}

test('a bill in another currency than the books tells its VAT in both', async () => {
  const clientId = await clientIn(tenant)
  const day = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date
  await at.owner(
    `insert into exchange_rate (tenant_id, base, currency, date, rate, source, loaded_at)
     values ($1, 'EUR', 'SEK', $2, '11.2345', 'Test', now())`,
    [tenant.id, day],
  )
  const provider = { name: 'Nordlund', identificationNumber: '556677-8899' }
  const { body } = await tenant.api.post('/instance-providers', provider)
  await tenant.api.put(`/clients/${clientId}`, { instanceProviderId: body.id })
  await tenant.api.put(`/clients/${clientId}/settings/billing`, { setOff: false })
  for (const [amount, vatTreatment] of [
    ['80.00', 'STANDARD'],
    ['0.05', 'STANDARD'],
    ['40.00', 'EXEMPT'],
  ]) {
    const sent = { clientId, chargeType: 'CREDIT_CHECK', amount, currency: 'EUR', vatTreatment }
    expect((await tenant.api.post('/charges', sent)).status).toBe(201)
  }
  await done(at, tenant, '/charges/authorize', { filter: { clientId } })
  await done(at, tenant, '/charges/bill', { clientIds: [clientId] })
  const [made] = await billsOf(tenant, clientId)
  // A quarter of 80.05 is 20.0125.
  expect(made).toMatchObject({ currency: 'EUR', net: '120.05', vat: '20.01', gross: '140.06' })
  await done(at, tenant, '/bills/bookkeep', { ids: [made.id] })
  for (const format of ['PEPPOL', 'PDF']) {
    await done(at, tenant, '/bills/export', { ids: [made.id], format })
  }
  const exported = (await tenant.api.get(`/bills/${made.id}`)).body
  const xml = await (await fileOf(exported.electronicDocumentId)).text()
  expect(xml).toContain('<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>')
  expect(xml).toContain('<cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>')
  const totals = [...xml.matchAll(/<cac:TaxTotal>\s*<cbc:TaxAmount([^<]*)/g)]
  // 20.01 × 11.2345 is 224.8023.
  expect(totals.map(([, said]) => said)).toEqual([
    ' currencyID="EUR">20.01',
    ' currencyID="SEK">224.80',
  ])
  const pdf = new Uint8Array(await (await fileOf(exported.documentId)).arrayBuffer())
  const text = pdfText(pdf).flat().join(' ').replaceAll(/\s/g, ' ')
  expect(text).toContain('Moms i SEK, kurs 11,2345')
  expect(text).toContain('224,80')
})
