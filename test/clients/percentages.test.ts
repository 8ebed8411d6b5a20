import { describe, expect, test } from 'vitest'
import { activated, asked, financedClient } from '../factoring/ground.ts'
import { createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await financedClient(tenant)
const [product] = await at.owner(
  `select id from client_product where client_id = $1 and product_code = 'INVOICE_FACTORING_SELL'`,
  [clientId],
)
const invoiceId = await createdInvoice(tenant, clientId)
const [row] = (await tenant.api.get(`/invoices/${invoiceId}`)).body.articleRows

const ofProduct = `/client-products/${String(product?.['id'])}`
const ofInvoice = `/clients/${clientId}/settings/invoice`
const ofRow = `/articles/${row.id}`

/** Of each field where it is sent, what it takes, and what it is refused with a pointer. */
const fields: readonly [string, string, unknown[], unknown[]][] = [
  [ofInvoice, 'interestRateMargin', ['0', '8', '24.5', '100'], ['100.01', '8.0000001', '999999']],
  [ofProduct, 'advanceRate', ['0', '0.85', '1'], ['1.1', '0.1234567', '90']],
  [ofProduct, 'reserveRate', ['0', '0.15', '1'], ['1.1', '0.1234567', '10']],
  [ofProduct, 'commissionVatRate', ['0', '0.12', '0.25'], ['1.1', '0.1234567', '25']],
  [ofProduct, 'commissionRate', ['0', '0.02', '0.8'], ['0.9', '1', '1.1', '0.1234567', '2']],
  [ofRow, 'discountPercent', ['0', '12.5', '100'], ['100.01', '1.1234567']],
  [ofRow, 'vatPercentage', [0, 12, 25], [100.01, 12.345, '25']],
  [ofRow, 'price', ['0', '99.123', '100'], ['1234567890123', '1.12345678901', 100]],
  [ofRow, 'quantity', ['1', '0.001', '10'], ['1234567890123', '1.12345678901', 1]],
]
const senseless = (good: unknown): unknown[] =>
  typeof good === 'number' ? [-1, 1e9] : ['1e9', 'NaN', '', ' 1', '1,5', '0x10']
const isSigned = (field: string) => field === 'price' || field === 'quantity'

describe.each(fields)('%s %s', (path, field, taken, refused) => {
  test('takes what has a meaning, and points at what has none', async () => {
    for (const value of taken) {
      const { status, body } = await tenant.api.put(path, { [field]: value })
      expect([value, status, body.errors]).toEqual([value, 200, undefined])
    }
    const below = isSigned(field) ? [] : [typeof taken[0] === 'number' ? -0.01 : '-0.01']
    for (const value of [...refused, ...below, ...senseless(taken[0])]) {
      const { status, body } = await tenant.api.put(path, { [field]: value })
      expect([value, status, body.errors?.[0]?.pointer]).toEqual([value, 400, `/${field}`])
    }
  })
})

test('a commission is bounded together with its VAT, whichever of the two is sent', async () => {
  await tenant.api.put(ofProduct, { commissionRate: '0.9', commissionVatRate: '0.1' })
  const { body } = await tenant.api.put(ofProduct, { commissionVatRate: '0.2' })
  expect(body.errors).toMatchObject([{ pointer: '/commissionVatRate', code: 'EXCEEDS_CLAIM' }])
})

test('VAT on a commission stands on the account of its own rate', async () => {
  await tenant.api.put(ofProduct, { commissionRate: '0.02', commissionVatRate: '0.12' })
  const sold = await activated(at, tenant, clientId)
  await asked(at, tenant, sold)
  const postings = await at.owner(
    `select role, amount::int from voucher_posting
     where tenant_id = $1 and owner_id = id_of(tenant_text($1)) and claim_id = $2
       and role like 'VAT%'`,
    [tenant.id, sold],
  )
  expect(postings).toEqual([{ role: 'VAT_OUT_12', amount: -3000 }])
})
