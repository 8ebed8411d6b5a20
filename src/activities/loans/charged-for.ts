import { dayOf, happened } from '../reminders/charges/happenings.ts'
import { keyOfNotice } from './notices-job.ts'

const ofClient = 'l.tenant_id = $1 and l.client_id = $2'

const instalmentsOf = `business_loan l
  join business_loan_ledger_event n on n.tenant_id = $1 and n.business_loan_id = l.id
    and n.type = 'INSTALMENT'`

const due = 'n.principal + n.interest'

/**
 * Of loans by price lists, each at most once: what a loan asks for the same by its own terms is
 * booked with it, and not charged a second time.
 */
export const chargedFor = {
  LOAN_SETUP: happened('BUSINESS_LOAN', {
    id: 'l.id',
    day: 'l.start_date',
    currency: 'l.currency',
    amount: 'l.amount_approved',
    from: `business_loan l where ${ofClient} and l.setup_fee = 0 and l.setup_fee_percent = 0`,
  }),
  LOAN_NOTICE: happened('DOCUMENT', {
    id: 'd.id',
    day: dayOf('d.sent_at'),
    currency: 'l.currency',
    amount: due,
    from: `${instalmentsOf}
      join document d on d.tenant_id = $1 and d.owner_id = l.client_id and d.type = 'LOAN_NOTICE'
        and d.source_key = '${keyOfNotice}' || id_text(n.id)
      where ${ofClient} and l.instalment_fee = 0`,
  }),
  LOAN_LATE: happened('LOAN_INSTALMENT', {
    id: 'n.id',
    day: 'n.late_date',
    currency: 'l.currency',
    amount: due,
    from: `${instalmentsOf} where ${ofClient} and l.late_fee = 0`,
  }),
} as const
