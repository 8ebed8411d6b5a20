import { exampleId } from '../../src/entities/ids.ts'
import type { Corruptions } from './corrupted-payments.ts'

/** A loan of which something is owed that nothing was booked for. */
const owing =
  (principal: number, interest: number, fees: number): Corruptions[string] =>
  ({ tenant, client }) => [
    `insert into business_loan (tenant_id, id, client_id, loan_profile_id, loan_number, purpose,
       currency, loan_type, amortization, rate, day_count, setup_fee, setup_fee_percent,
       instalment_fee, late_fee, grace_days, default_days, auto_set_off, requires_guarantor,
       requires_signature, term_months, amount_applied, status, decision_status, reason_codes,
       conditions, disbursed, outstanding_principal, accrued_interest, fees_due, borne, created_by,
       version, created_at, updated_at)
     select $1, '${exampleId('BusinessLoan')}', $2, '${exampleId('LoanProfile')}', 'L-1', '', 'SEK',
       'INSTALMENT', 'ANNUITY', 12, 'THIRTY_360', 0, 0, 0, 0, 0, 60, false, false, false, 12, 1,
       'ACTIVE', 'DECIDED', '{}', '', 0, ${principal}, ${interest}, ${fees}, 0,
       '${exampleId('User')}', 1, now(), now()`,
    [tenant.id, client.id],
  ]

export const corruptionsOfLoans: Corruptions = {
  'loan-amounts': owing(0, 1, 0),
  'loan-plans': owing(0, 0, 1),
  'loan-books': owing(1, 0, 0),
  'loan-books-of-clients': owing(0, 1, 0),
}
