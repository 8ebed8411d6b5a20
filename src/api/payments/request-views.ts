import { PaymentRequest } from '../../entities/payment-request.ts'
import { viewOf } from '../../kernel/read/view.ts'

export const paymentRequestView = viewOf(PaymentRequest, [
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
])
