import type { AreaOfRules } from '../area.ts'
import { refusalsOfLoans } from './refusals.ts'

export const loans = {
  refusals: refusalsOfLoans,
  topics: {
    LOAN_WITHDRAWAL: { usual: 'ALWAYS' },
    LOAN_APPROVE: { usual: 'ABOVE:500000' },
    LOAN_WRITE_OFF: { usual: 'ALWAYS' },
  },
  jobs: {
    'loan.due': {
      at: '06:20',
      summary: 'Instalments of loans come due, are taken from client accounts, or are late',
    },
    'loan.notices': {
      at: '06:40',
      summary: 'Instalments of loans that are due soon are announced by a notice, which is sent',
    },
  },
} as const satisfies AreaOfRules
