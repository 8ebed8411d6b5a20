import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { refusalsOfBookkeeping } from './refusals.ts'

export const bookkeeping = {
  ids: {
    FinancialEvent: 'FE',
    UnallocatedItem: 'UI',
    BookkeepingAccount: 'BA',
    Voucher: 'V',
    VoucherPosting: 'VP',
    VoucherRequest: 'VR',
  },
  refusals: refusalsOfBookkeeping,
  topics: ['LOCKED_PERIOD_BACK'],
  events: [
    {
      entity: 'FinancialEvent',
      when: { field: 'reversedById' },
      type: 'INVOICE_FINANCIAL_EVENT',
      name: 'reversed',
    },
    ...life('FinancialEvent', 'INVOICE_FINANCIAL_EVENT'),
    ...onBecoming('UnallocatedItem', 'status', 'UNPLACED_PAYMENT', { PLACED: 'placed' }),
    ...life('UnallocatedItem', 'UNPLACED_PAYMENT'),
    ...life('BookkeepingAccount', 'BOOKKEEPING_ACCOUNT'),
    { entity: 'LockedPeriod', when: 'CREATED', type: 'VOUCHER', name: 'periodLocked' },
    { entity: 'LockedPeriod', when: 'UPDATED', type: 'VOUCHER', name: 'periodLocked' },
    ...onBecoming('Voucher', 'status', 'VOUCHER', {
      EXPORTED: 'exported',
      EXTERNAL_BOOKED: 'externallyBooked',
      EXTERNAL_FAILED: 'failed',
      REVERSED: 'reversed',
    }),
    { entity: 'Voucher', when: { field: 'externalAttempts' }, type: 'VOUCHER', name: 'sent' },
    ...life('Voucher', 'VOUCHER'),
    ...onBecoming('VoucherRequest', 'status', 'VOUCHER', {
      FAILED: 'requestFailed',
      CREATED: 'requestSettled',
    }),
  ],
  eventContents: {
    INVOICE_FINANCIAL_EVENT: {
      fields: ['claimId', 'type', 'component', 'amount', 'currency', 'bookDate'],
      currency: 'currency',
    },
  },
} as const satisfies AreaOfRules
