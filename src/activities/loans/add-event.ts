import type { LoanEventType } from '../../domain/loans/loan.ts'
import { BusinessLoanEvent, type BusinessLoan } from '../../entities/business-loan.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Happened {
  date: string
  amount?: bigint
  text?: string
}

/** Writes what happened to a loan into its life. */
export function addEvent(
  unit: Unit,
  { id, clientId, currency }: BusinessLoan,
  type: LoanEventType,
  { date, amount, text = '' }: Happened,
): void {
  unit.add(BusinessLoanEvent, {
    businessLoanId: id,
    clientId,
    type,
    date,
    amount: amount ?? null,
    currency,
    text,
    createdBy: unit.principal.id,
  })
}
