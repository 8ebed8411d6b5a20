import { z } from 'zod'
import { PaymentLink } from '../../entities/payment-link.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../../entities/payment-method.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { viewOf } from '../../kernel/read/view.ts'

export const paymentView = viewOf(PaymentTransaction, [
  'id',
  'source',
  'status',
  'clientId',
  'paymentAccountId',
  'amount',
  'currency',
  'bookDate',
  'valueDate',
  'reference',
  'message',
  'payerName',
  'payerAccount',
  'payerIdentificationNumber',
  'bankRef',
  'endToEndId',
  'linked',
  'unplaced',
  'returned',
  'writtenOff',
  'bookedAt',
  'createdBy',
  'versioned',
])

export const paymentLinkView = viewOf(PaymentLink, [
  'id',
  'transactionId',
  'claimType',
  'claimId',
  'clientId',
  'debtorId',
  'amount',
  'currency',
  'status',
  'score',
  'reasons',
  'comment',
  'createdBy',
  'bookedAt',
  'versioned',
])

export const unplacedView = viewOf(UnplacedPayment, [
  'id',
  'transactionId',
  'clientId',
  'status',
  'reasonCode',
  'amountOpen',
  'currency',
  'bookDate',
  'note',
  'versioned',
])

export const paymentMethodView = viewOf(PaymentMethod, [
  'id',
  'code',
  'direction',
  'enabled',
  'countries',
  'currencies',
  'versioned',
])

export const configurationView = viewOf(
  PaymentMethodConfiguration,
  [
    'id',
    'methodId',
    'providerCode',
    'currency',
    'minAmount',
    'maxAmount',
    'feeBearer',
    'showOnDocument',
    'versioned',
  ],
  {
    more: { hasCredentials: z.boolean() },
    show: ({ credentials }) => ({ hasCredentials: credentials != null }),
  },
)

export const bindingView = viewOf(PaymentMethodBinding, [
  'id',
  'configurationId',
  'ownerType',
  'clientId',
  'serviceProviderId',
  'createdAt',
])
