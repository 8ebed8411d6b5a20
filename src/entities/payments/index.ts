import { PaymentLink } from '../payment-link.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../payment-method.ts'
import { PaymentTransaction } from '../payment-transaction.ts'
import { UnplacedPayment } from '../unplaced-payment.ts'

export const payments = [
  PaymentTransaction,
  PaymentLink,
  UnplacedPayment,
  PaymentMethod,
  PaymentMethodConfiguration,
  PaymentMethodBinding,
] as const
