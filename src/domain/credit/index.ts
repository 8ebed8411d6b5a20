import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { refusalsOfCredit } from './refusals.ts'

export const credit = {
  ids: { CreditStatus: 'CR', SystemDebtorCreditStatus: 'SC', CreditDecisionStatus: 'CD' },
  refusals: refusalsOfCredit,
  events: [
    ...life('SystemDebtorCreditStatus', 'SYSTEM_DEBTOR', 'limit'),
    ...onBecoming('CreditStatus', 'status', 'CREDIT_STATUS', {
      WARNING: 'warning',
      BLOCKED: 'blocked',
    }),
    {
      entity: 'CreditStatus',
      when: { field: 'creditLimit' },
      type: 'CREDIT_STATUS',
      name: 'limitChanged',
    },
    ...life('CreditStatus', 'CREDIT_STATUS'),
    ...life('CreditDecisionStatus', 'CREDIT_DECISION_STATUS'),
  ],
} as const satisfies AreaOfRules
