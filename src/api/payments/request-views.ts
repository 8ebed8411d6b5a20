import { PaymentRequest } from '../../entities/payment-request.ts'
import { viewOf } from '../../kernel/read/view.ts'
import {
  workflowLinks,
  workflowShown,
  type WorkflowLinks,
} from '../../kernel/read/workflow-link.ts'
import { processKeyOf } from '../../activities/payments/requests/create-request.ts'

export const paymentRequestView = viewOf(
  PaymentRequest,
  [
    'id',
    'clientId',
    'debtorId',
    'direction',
    'methodId',
    'configurationId',
    'claimType',
    'claimId',
    'payoutId',
    'amount',
    'currency',
    'payerAlias',
    'status',
    'externalId',
    'redirectUrl',
    'reason',
    'expiresAt',
    'attempts',
    'transactionId',
    'sentAt',
    'endedAt',
    'createdBy',
    'versioned',
  ],
  {
    more: { workflow: workflowShown },
    facts: (unit) => workflowLinks(unit, 'paymentRequest'),
    show: (request, workflowOf: WorkflowLinks) => ({
      workflow: workflowOf(processKeyOf(request)),
    }),
  },
)
