import { afterAll, expect, test } from 'vitest'
import type { FrozenInvoice } from '../../src/domain/invoices/documents/frozen-invoice.ts'
import { packed, unpacked, type Packed } from '../../src/domain/invoices/documents/packed.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { invoicePdf } from '../../src/ports/pdf/pdf.ts'
import { frozenInvoice, frozenRow } from '../support/frozen.ts'

const apart = new Apart()
afterAll(() => apart.stop())

/** As the database gives it back. */
function stored(frozen: FrozenInvoice): FrozenInvoice {
  const { tenantId, invoiceId, clientId } = frozen
  const kept = JSON.parse(JSON.stringify(packed(frozen))) as Packed
  return unpacked({ tenantId, invoiceId, clientId }, kept)
}

const kinds: Record<string, Partial<FrozenInvoice>> = {
  'a usual one': {},
  'a credit note': {
    type: 'CREDIT_INVOICE',
    payment: null,
    interestText: null,
    credits: [{ invoiceNumber: '2026-1', invoiceDate: '2026-01-31' }],
  },
  'a notice of assignment': { notice: 'ASSIGNMENT', assignmentText: 'Assigned to Factor AB.' },
  'a notice of a loan': { notice: 'LOAN', vats: [], references: { contract: 'L-17' } },
  'one in another currency': {
    currency: 'EUR',
    vatInBase: { currency: 'SEK', amount: '86.40', rate: '11.1' },
  },
  'one with a look of its own': {
    look: { primary: '#000000', text: '#333333', logoKey: 'k', compact: true },
  },
  'one without rows, dates or account': {
    rows: [],
    deliveryDate: null,
    references: {},
    payment: { payee: 'Acme', account: null, reference: null },
  },
  'one whose foot names it': { footer: 'About 2026-1001, due 2026-12-20.', message: '' },
  'one with rows that lack everything': {
    rows: [frozenRow({ articleNumber: null, quantity: null, unit: null, vatPercentage: null })],
  },
}

test.each(Object.entries(kinds))('%s is the same after it was kept', async (_, more) => {
  const frozen = frozenInvoice(more)
  expect(stored(frozen)).toEqual(frozen)
  const [before, after] = [await invoicePdf(apart, frozen), await invoicePdf(apart, stored(frozen))]
  expect(Buffer.compare(before, after)).toBe(0)
})

test('what invoices of one client and debtor show alike is the same for all of them', () => {
  const payment = { ...frozenInvoice().payment!, reference: '20000200025' }
  const own = { invoiceId: 'I2', invoiceNumber: '2026-1002', gross: '1.00', rows: [], payment }
  const message = 'Ange referens 20000200025 vid betalning.'
  const [one, other] = [packed(frozenInvoice()), packed(frozenInvoice({ ...own, message }))]
  expect(other.sender).toEqual(one.sender)
  expect(other.debtor).toEqual(one.debtor)
  expect(JSON.stringify(one.sender)).not.toContain('10000100012')
})

test('what one of them changes is not the same any more', () => {
  const one = packed(frozenInvoice())
  expect(packed(frozenInvoice({ footer: 'Another' })).sender).not.toEqual(one.sender)
  const debtor = { ...frozenInvoice().debtor, name: 'Another AB' }
  expect(packed(frozenInvoice({ debtor })).debtor).not.toEqual(one.debtor)
})
