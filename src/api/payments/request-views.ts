import { isSenderHidden } from '../../activities/payments/sender.ts'
import { PaymentRequest } from '../../entities/payment-request.ts'
import { partOf, viewOf } from '../../kernel/read/view.ts'

const alias = partOf(PaymentRequest, ['payerAlias'])

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
    more: alias.schema.shape,
    facts: isSenderHidden,
    show: (request, isHidden) => (isHidden ? { payerAlias: null } : alias.show(request)),
  },
)
