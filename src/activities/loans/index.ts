import type { AreaOfVerbs } from '../area.ts'
import { loanDueJob } from './due-job.ts'

export const loans = { jobs: { 'loan.due': loanDueJob } } as const satisfies AreaOfVerbs
