import { z } from 'zod'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../../entities/payment-method.ts'
import { viewOf } from '../../kernel/read/view.ts'

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
