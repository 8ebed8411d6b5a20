import type { AreaOfRules } from '../area.ts'
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
} as const satisfies AreaOfRules
