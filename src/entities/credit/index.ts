import { CreditDecisionStatus } from '../credit-decision-status.ts'
import { CreditStatus } from '../credit-status.ts'
import { DebtorExposure } from '../debtor-exposure.ts'
import { SystemDebtorCreditStatus } from '../system-debtor.ts'

export const credit = [
  CreditDecisionStatus,
  CreditStatus,
  SystemDebtorCreditStatus,
  DebtorExposure,
] as const
