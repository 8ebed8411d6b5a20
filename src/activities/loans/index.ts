import type { AreaOfVerbs } from '../area.ts'
import { lateOnLoans } from './accrue.ts'
import { chargedFor } from './charged-for.ts'
import { loanDueJob } from './due-job.ts'
import { loanPayments } from './loan-payments.ts'
import { loanNoticeSent } from './notice-sent.ts'
import { loanNoticesJob } from './notices-job.ts'

export const loans = {
  jobs: { 'loan.due': loanDueJob, 'loan.notices': loanNoticesJob },
  notices: { LOAN_NOTICE: loanNoticeSent },
  loanPayments,
  lateOnLoans,
  chargedFor,
} as const satisfies AreaOfVerbs
