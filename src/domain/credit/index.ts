import type { AreaOfRules } from '../area.ts'
import { refusalsOfCredit } from './refusals.ts'

export const credit = {
  ids: { CreditStatus: 'CR', SystemDebtorCreditStatus: 'SC', CreditDecisionStatus: 'CD' },
  refusals: refusalsOfCredit,
} as const satisfies AreaOfRules
