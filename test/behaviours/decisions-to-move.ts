import { expect } from 'vitest'
import { requestFactoringOfEach } from '../../src/activities/factoring/request-factoring.ts'
import { DebtorBlocked } from '../../src/entities/debtor-blocked.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { activatedInvoice } from '../support/trade.ts'
import type { TestTenant, World } from '../support/world.ts'

const row = { description: 'Planks', quantity: '10', price: '100.00', vatPercentage: 25 }
const euro = { currency: { invoiceCurrency: 'EUR' } }

/**
 * Of debtors with and without an identity, one of them blocked, one where all clients share a
 * limit; of a client whose limit holds for some, of one that may not sell, and one in euro.
 */
export async function decisionsToMove(
  at: World,
  tenant: TestTenant,
  clientOf: (tenant: TestTenant, n: number) => Promise<string>,
): Promise<string[]> {
  const [selling, other] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
  await at.owner(
    `update client_product set enabled = true, recourse = true, recourse_days = 30
     where client_id = $1 and product_code = 'INVOICE_FACTORING_SELL'`,
    [selling],
  )
  await at.owner(
    `update credit_status set credit_limit = 1800000 where client_id = $1 and currency = 'SEK'`,
    [selling],
  )
  const finland = { code: 'FI', maxLimit: '100000', maxLimitCurrency: 'SEK' }
  expect((await tenant.api.post('/factoring-country', finland)).status).toBe(201)
  const company = (n: number, more = {}) => ({
    debtor: {
      customerNumber: `D-${n}`,
      name: `Debtor ${n} AB`,
      type: 'COMPANY',
      identificationNumber: swedishNumber(559_700_000 + n),
      ...more,
    },
  })
  const address = { name: 'X', address: 'Street 1', zip: '1', city: 'Town', countryCode: 'FI' }
  let n = 0
  const booked = (clientId: string, more: object) =>
    activatedInvoice(tenant, clientId, {
      invoiceNumber: `S-${++n}`,
      articleRows: [row],
      ...more,
    })
  const invoices = [
    await booked(selling, company(1)),
    await booked(selling, company(2)),
    await booked(selling, company(1)),
    await booked(selling, { ...company(4), ...euro }),
    await booked(selling, company(5)),
    await booked(other, company(6)),
    await booked(selling, company(1)),
    await booked(selling, {
      ...company(3, { invoiceAddress: address }),
      articleRows: [{ ...row, quantity: '1' }],
    }),
  ]
  await tenant.work((unit) => requestFactoringOfEach(unit, invoices))
  await tenant.work(async (unit) => {
    unit.insert(DebtorBlocked, {
      identificationNumber: swedishNumber(559_700_005),
      countryCode: 'SE',
      scope: 'TENANT',
      clientId: null,
      products: ['FACTORING'],
      reasonCode: null,
      comment: '',
      blockedFrom: '2026-01-01',
      blockedBy: unit.principal.id,
    })
  })
  const rows = await at.owner(
    'select id, invoice_id from factoring_decision where invoice_id = any($1)',
    [invoices],
  )
  const of = new Map(rows.map((each) => [String(each['invoice_id']), String(each['id'])]))
  return invoices.map((each) => of.get(each)!)
}
