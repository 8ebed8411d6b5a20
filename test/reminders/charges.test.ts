import { describe, expect, test } from 'vitest'
import { generateCharges } from '../../src/activities/reminders/charges/generate-charges.ts'
import { traceOf } from '../access/people.ts'
import { driftsOf } from '../support/books.ts'
import { pdfText } from '../support/pdf-text.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'
import { billsOf, chargesOf, codesOf, done, postedBy, pricesOf } from './ground.ts'

const { at, tenant } = await worldWithTenant()
const today = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date

const fee = { chargeType: 'INVOICE_FEE', fixed: '10', percent: '0.5' }
const monthly = { chargeType: 'MONTHLY', fixed: '99.50' }

const billing = (clientId: string, sent: object) =>
  tenant.api.put(`/clients/${clientId}/settings/billing`, sent)
const charge = (clientId: string, more: object) =>
  tenant.api.post('/charges', { clientId, chargeType: 'PAYOUT_FEE', ...more })
const authorize = (clientId: string) =>
  done(at, tenant, '/charges/authorize', { filter: { clientId, status: 'GENERATED' } })
const bill = (clientId: string) => done(at, tenant, '/charges/bill', { clientIds: [clientId] })
const book = (clientId: string) => done(at, tenant, '/bills/bookkeep', { filter: { clientId } })

test('what happened is charged once, billed with VAT, booked in both books and exported', async () => {
  const clientId = await clientIn(tenant)
  const priceListId = await pricesOf(tenant, clientId, [fee, monthly])
  const invoices = [
    await activatedInvoice(tenant, clientId),
    await activatedInvoice(tenant, clientId),
    await activatedInvoice(tenant, clientId),
  ]
  expect(invoices.length).toBe(3)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  const charges = await chargesOf(tenant, clientId)
  // 10.00 and half a hundredth of 1,250.00.
  expect(charges.map(({ amount }: { amount: string }) => amount).toSorted()).toEqual([
    '16.25',
    '16.25',
    '16.25',
    '99.50',
  ])
  expect(charges[0]).toMatchObject({ priceListId, status: 'GENERATED', vatRate: '25' })
  expect(new Set(charges.map(({ sourceId }: { sourceId: string }) => sourceId)).size).toBe(4)

  await authorize(clientId)
  await bill(clientId)
  const [made] = await billsOf(tenant, clientId)
  // 3 × 16.25 and 99.50 are 148.25, of which a quarter is 37.0625.
  expect(made).toMatchObject({
    net: '148.25',
    vat: '37.06',
    gross: '185.31',
    chargeCount: 4,
    status: 'CREATED',
    setOff: true,
    billDate: today,
    vats: [{ treatment: 'STANDARD', rate: '25', net: '148.25', vat: '37.06' }],
  })
  await book(clientId)
  expect(await postedBy(at, made.id)).toEqual([
    'CLIENT CLEARING -18531',
    'CLIENT FEE_SERVICE 14825',
    'CLIENT VAT_IN 3706',
    'TENANT CLIENT_BILLED_AR -18531',
    'TENANT CLIENT_BILLED_AR 18531',
    'TENANT CLIENT_PAYABLE 18531',
    'TENANT FEE_REV -14825',
    'TENANT VAT_OUT_25 -3706',
  ])
  await done(at, tenant, '/bills/export', { ids: [made.id] })
  const exported = (await tenant.api.get(`/bills/${made.id}`)).body
  expect(exported).toMatchObject({ status: 'EXPORTED' })
  const file = await at.app.request(`/documents/${exported.documentId}/file`, {
    headers: { Authorization: `Bearer ${tenant.api.token}` },
  })
  const text = pdfText(new Uint8Array(await file.arrayBuffer()))
    .flat()
    .join(' ')
  for (const said of ['185,31', '48,75', 'Fakturaavgift']) expect(text).toContain(said)
  expect((await traceOf(at, made.id)).events).toEqual(['created', 'booked', 'exported'])
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('two who generate at once charge nothing twice', async () => {
  const clientId = await clientIn(tenant)
  await pricesOf(tenant, clientId, [fee, monthly])
  await activatedInvoice(tenant, clientId)
  await activatedInvoice(tenant, clientId)
  const generate = () => tenant.work((unit) => generateCharges(unit, clientId, today))
  await Promise.all([generate(), generate(), generate()])
  expect((await chargesOf(tenant, clientId)).length).toBe(3)
})

test('the bracket follows how many there were in the month', async () => {
  const clientId = await clientIn(tenant)
  const brackets = [
    { from: '0', to: '3', fixed: '15' },
    { from: '3', to: null, fixed: '12.50' },
  ]
  await pricesOf(tenant, clientId, [
    { chargeType: 'INVOICE_FEE', bracketBasis: 'VOLUME', brackets },
  ])
  for (let n = 0; n < 2; n++) await activatedInvoice(tenant, clientId)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  for (let n = 0; n < 2; n++) await activatedInvoice(tenant, clientId)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  const charges = await chargesOf(tenant, clientId)
  const amounts = charges.map((each: { amount: string; volume: number }) => [
    each.volume,
    each.amount,
  ])
  expect(amounts.toSorted()).toEqual([
    [1, '15.00'],
    [2, '15.00'],
    [3, '12.50'],
    [4, '12.50'],
  ])
  const [first] = charges
  expect(first).toMatchObject({ volume: 4, unitPrice: '12.5', priceBracketId: expect.any(String) })
})

describe('a charge by hand', () => {
  test('has its treatment of VAT, which the bill adds up by rate', async () => {
    const clientId = await clientIn(tenant)
    await charge(clientId, { amount: '33.33' })
    await charge(clientId, { amount: '33.33' })
    await charge(clientId, { amount: '100.00', vatTreatment: 'REVERSE_CHARGE' })
    await charge(clientId, { chargeType: 'DISCOUNT_INTEREST', amount: '50.00' })
    await authorize(clientId)
    await bill(clientId)
    const [made] = await billsOf(tenant, clientId)
    // A quarter of 66.66 is 16.665, rounded once for both.
    expect(made).toMatchObject({
      net: '216.66',
      vat: '16.67',
      gross: '233.33',
      vats: [
        { treatment: 'EXEMPT', rate: '0', net: '50.00', vat: '0.00' },
        { treatment: 'REVERSE_CHARGE', rate: '0', net: '100.00', vat: '0.00' },
        { treatment: 'STANDARD', rate: '25', net: '66.66', vat: '16.67' },
      ],
    })
  })

  test('costs what the list says, and is refused where none says it', async () => {
    const clientId = await clientIn(tenant)
    const refused = await charge(clientId, {})
    expect([refused.status, refused.body.code]).toEqual([409, 'CHARGE_WITHOUT_PRICE'])
    await pricesOf(tenant, clientId, [{ chargeType: 'PAYOUT_FEE', fixed: '7.25' }])
    expect((await charge(clientId, { quantity: 3 })).body).toMatchObject({ amount: '21.75' })
    const later = await charge(clientId, { chargeDate: '2999-01-01' })
    expect(later.status).toBe(400)
    await pricesOf(tenant, clientId, [{ chargeType: 'PAYOUT_FEE', fixed: '999999999999' }])
    const dear = await charge(clientId, { quantity: 1_000_000_000 })
    expect([dear.status, dear.body.errors]).toMatchObject([400, [{ pointer: '/quantity' }]])
  })

  test('below zero waits until more is billed, as does what is less than the least bill', async () => {
    const clientId = await clientIn(tenant)
    await billing(clientId, { setOff: false, minBillAmount: '100.00', paymentTermsDays: 10 })
    await charge(clientId, { amount: '-20.00', text: 'Made good' })
    await authorize(clientId)
    await bill(clientId)
    expect(await billsOf(tenant, clientId)).toEqual([])
    await charge(clientId, { amount: '99.99' })
    await authorize(clientId)
    await bill(clientId)
    // 79.99 and a quarter of it are 99.99.
    expect(await billsOf(tenant, clientId)).toEqual([])
    await charge(clientId, { amount: '0.01' })
    await authorize(clientId)
    await bill(clientId)
    const [made] = await billsOf(tenant, clientId)
    expect(made).toMatchObject({ net: '80.00', vat: '20.00', gross: '100.00', setOff: false })
    await book(clientId)
    expect(await postedBy(at, made.id)).toEqual([
      'CLIENT CLEARING -10000',
      'CLIENT FEE_SERVICE 8000',
      'CLIENT VAT_IN 2000',
      'TENANT CLIENT_BILLED_AR 10000',
      'TENANT FEE_REV -8000',
      'TENANT VAT_OUT_25 -2000',
    ])
  })
})

test('what is deleted is not charged again, and what is billed is not deleted', async () => {
  const clientId = await clientIn(tenant)
  await pricesOf(tenant, clientId, [fee])
  await activatedInvoice(tenant, clientId)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  const [one] = await chargesOf(tenant, clientId)
  expect((await tenant.api.delete(`/charges/${one.id}`)).status).toBe(204)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  expect((await chargesOf(tenant, clientId)).length).toBe(1)
  const { body: other } = await charge(clientId, { amount: '10.00' })
  await authorize(clientId)
  await bill(clientId)
  const refused = await tenant.api.delete(`/charges/${other.id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'CHARGE_NOT_OPEN'])
})

test('an electronic bill names both by their numbers, and its totals add up', async () => {
  const own = await tenantIn(at, 'Electronic')
  const clientId = await clientIn(own)
  const ready = async () => {
    const sent = { clientId, chargeType: 'CREDIT_CHECK', amount: '80.00', text: 'A & <B>' }
    expect((await own.api.post('/charges', sent)).status).toBe(201)
    await done(at, own, '/charges/authorize', { filter: { clientId } })
    await done(at, own, '/charges/bill', { clientIds: [clientId] })
    const [made] = await billsOf(own, clientId)
    await done(at, own, '/bills/bookkeep', { ids: [made.id] })
    return made
  }
  const made = await ready()
  const asked = { ids: [made.id], format: 'PEPPOL' }
  const started = await own.api.put('/bills/export', asked)
  expect(await codesOf(at, own, started.body.id)).toEqual(['BILL_WITHOUT_ENDPOINT'])
  await at.owner(`update instance_provider set is_default = false where tenant_id = $1`, [own.id])
  const provider = { name: 'Nordlund', identificationNumber: '556677-8899' }
  const { body } = await own.api.post('/instance-providers', provider)
  await at.owner(`update instance_provider set is_default = true where id = $1`, [body.id])
  await own.api.put(`/clients/${clientId}`, { instanceProviderId: body.id })
  await done(at, own, '/bills/export', asked)
  const exported = (await own.api.get(`/bills/${made.id}`)).body
  const file = await at.app.request(`/documents/${exported.electronicDocumentId}/file`, {
    headers: { Authorization: `Bearer ${own.api.token}` },
  })
  const xml = await file.text()
  const texts = (name: string) =>
    [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)</cbc:${name}>`, 'g'))].map(
      ([, of]) => of,
    )
  expect(texts('EndpointID')[0]).toBe('5566778899')
  expect(texts('TaxAmount')).toEqual(['20.00', '20.00'])
  expect(texts('TaxExclusiveAmount')).toEqual(['80.00'])
  expect(texts('PayableAmount')).toEqual(['100.00'])
  expect(texts('LineExtensionAmount')).toEqual(['80.00', '80.00'])
  expect(texts('Name')).toEqual(['Kreditupplysning: A &amp; &lt;B&gt;'])
  expect(texts('PaymentMeansCode')).toEqual(['97'])
  // The same document, however often it is asked for.
  await done(at, own, '/bills/export', asked)
  expect((await own.api.get(`/bills/${made.id}`)).body).toMatchObject({
    electronicDocumentId: exported.electronicDocumentId,
  })
})
