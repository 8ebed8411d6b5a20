import {
  BusinessLoan,
  BusinessLoanEvent,
  BusinessLoanLedgerEvent,
  LoanGuarantor,
} from '../business-loan.ts'
import { LoanProfile } from '../loan-profile.ts'

export const loans = [
  LoanProfile,
  BusinessLoan,
  LoanGuarantor,
  BusinessLoanEvent,
  BusinessLoanLedgerEvent,
] as const
