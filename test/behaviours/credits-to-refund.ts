import { expect } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { activatedInvoice } from '../support/trade.ts'
import type { TestTenant } from '../support/world.ts'
import { withoutTotals } from './payments-of-file.ts'
import type { Tried } from './tried.ts'

type ClientOf = (tenant: TestTenant, n: number) => Promise<string>

/** Credit notes of debtors who have paid before and who have not, of two clients, one too large. */
export const refundsTried = (clientOf: ClientOf): Record<'invoices.bulkRefundCredit', Tried> => ({
  'invoices.bulkRefundCredit': {
    async tasks(tenant) {
      const [one, other] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
      let n = 0
      const booked = (clientId: string, customerNumber: string, price: string, type = 'INVOICE') =>
        activatedInvoice(tenant, clientId, {
          invoiceNumber: `R-${++n}`,
          type,
          debtor: { customerNumber, name: `Debtor ${customerNumber} AB`, type: 'COMPANY' },
          articleRows: [{ description: 'Planks', quantity: '1', price, vatPercentage: 25 }],
        })
      const paying = async (clientId: string, customerNumber: string) => {
        const claim = await booked(clientId, customerNumber, '1000')
        const sent = { amount: '1250.00', payerAccount: '5050-1055' }
        const answer = await tenant.api.put(`/invoices/${claim}/actions/payment`, sent)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      }
      await paying(one, '1')
      await paying(other, '2')
      const note = (clientId: string, customerNumber: string, price: string) =>
        booked(clientId, customerNumber, price, 'CREDIT_INVOICE')
      const ids = [
        await note(one, '1', '100'),
        await note(one, '1', '200'),
        await note(one, '3', '100'),
        await booked(one, '1', '100'),
        await note(one, '1', '800'),
        await note(other, '2', '1000'),
        newId('Invoice'),
      ]
      return [
        { ids, input: {}, refused: 4 },
        { ids: ids.slice(0, 2), input: {}, refused: 2 },
        { ids: ids.slice(4, 6), input: { agreed: {} }, refused: 2 },
      ]
    },
    without: withoutTotals,
  },
})
