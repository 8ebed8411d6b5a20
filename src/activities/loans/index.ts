import type { AreaOfVerbs } from '../area.ts'
import { loanDueJob } from './due-job.ts'
import { loanPayments } from './loan-payments.ts'

export const loans = {
  jobs: { 'loan.due': loanDueJob },
  loanPayments,
} as const satisfies AreaOfVerbs
