import {
  BusinessLoan,
  BusinessLoanEvent,
  BusinessLoanLedgerEvent,
  LoanGuarantor,
} from '../../../entities/business-loan.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { loanEventView, loanGuarantorView, loanLedgerEventView } from '../views.ts'

const events = collection(BusinessLoanEvent, {
  noun: ['event', 'events in the life of loans'],
  shows: loanEventView,
  filters: filtersOf(BusinessLoanEvent, ['businessLoanId', 'clientId', 'type', 'date']),
  sort: ['-id', 'date'],
})

const ledger = collection(BusinessLoanLedgerEvent, {
  noun: ['ledger event', 'ledger events of loans'],
  shows: loanLedgerEventView,
  filters: filtersOf(BusinessLoanLedgerEvent, [
    'businessLoanId',
    'clientId',
    'type',
    'status',
    'plannedDate',
  ]),
  sort: ['plannedDate'],
})

const guarantors = collection(LoanGuarantor, {
  noun: ['guarantor', 'guarantors of loans'],
  shows: loanGuarantorView,
  filters: filtersOf(LoanGuarantor, ['status', 'type', 'name']),
  sort: ['name'],
})

export default {
  listBusinessLoanEvents: operation(
    'GET /business-loans/events',
    'ReadBusinessLoanEvents',
    events.list,
  ),
  readBusinessLoanEvent: operation(
    'GET /business-loans/events/{id}',
    'ReadBusinessLoanEvent',
    events.read,
  ),
  searchBusinessLoanEvents: operation(
    'POST /business-loans/events/search',
    'SearchBusinessLoanEvents',
    events.search,
  ),
  listBusinessLoanLedgerEvents: operation(
    'GET /business-loans/events/ledger',
    'ReadBusinessLoanLedgerEvents',
    ledger.list,
  ),
  readBusinessLoanLedgerEvent: operation(
    'GET /business-loans/events/ledger/{id}',
    'ReadBusinessLoanLedgerEvent',
    ledger.read,
  ),
  searchBusinessLoanLedgerEvents: operation(
    'POST /business-loans/events/ledger/search',
    'SearchBusinessLoanLedgerEvents',
    ledger.search,
  ),
  listGuarantorsOfBusinessLoan: operation(
    'GET /business-loans/{id}/guarantors',
    'ReadBusinessLoan',
    {
      ...guarantors.owned(BusinessLoan, 'businessLoanId', 'id'),
      summary: 'List who guarantees for a loan',
    },
  ),
} satisfies Room
