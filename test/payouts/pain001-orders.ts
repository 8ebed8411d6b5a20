import type { PaymentOut, PayoutFileFormat } from '../../src/domain/payouts/batch.ts'
import { pain001, type Order } from '../../src/ports/banks/pain001.ts'

export const paymentOf = (id: string, more: Partial<PaymentOut> = {}): PaymentOut => ({
  id,
  amount: 12_345n,
  kind: 'BANKGIRO',
  number: '9912346',
  bic: null,
  holder: 'Åkes Bygg & Son AB',
  address: { street: 'Storgatan 1', zip: '111 22', city: 'Stockholm', countryCode: 'SE' },
  text: 'Utbetalning 1042 <viktig>',
  ...more,
})

export const orderOf = (more: Partial<Order> = {}): Order => ({
  messageId: 'POB06H1NNY21HRXK9P2MKENP524R8',
  madeAt: new Date('2026-11-27T02:31:17.260Z'),
  executionDate: '2026-11-30',
  currency: 'SEK',
  payer: 'Nordlund Factoring AB',
  from: { kind: 'IBAN', number: 'SE3550000000054910000003', bic: 'ESSESESS' },
  payments: [
    paymentOf('PO1'),
    paymentOf('PO2', { kind: 'PLUSGIRO', number: '2865434', amount: 100n }),
    paymentOf('PO3', { kind: 'BBAN', number: '832791234567897', text: null }),
    paymentOf('PO4', { kind: 'IBAN', number: 'DE89370400440532013000', bic: 'COBADEFF' }),
  ],
  ...more,
})

export const textOf = (of: Order, format: PayoutFileFormat) => [...pain001(of, format)].join('')
