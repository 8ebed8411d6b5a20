import type { AreaOfRules } from '../area.ts'
import { refusalsOfPayments } from './refusals.ts'

export const payments = {
  refusals: refusalsOfPayments,
  tasks: ['payments.importFile', 'payments.match', 'payments.bookkeep', 'payments.abortBatch'],
  topics: { PAYMENT_RETURN: { usual: 'ALWAYS' }, SYSTEM_BANK_ACCOUNT: { usual: 'ALWAYS' } },
} as const satisfies AreaOfRules
