import creditDecisionStatus from './credit-decision-status.ts'
import creditStatuses from './credit-statuses.ts'
import systemDebtorCreditStatus from './system-debtor-credit-status.ts'

export default {
  name: 'credit',
  rooms: {
    'credit-decision-status': creditDecisionStatus,
    'credit-statuses': creditStatuses,
    'system-debtor-credit-status': systemDebtorCreditStatus,
  },
}
