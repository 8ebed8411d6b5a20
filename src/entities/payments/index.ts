import { PaymentAccount, SystemBankAccount } from '../payment-account.ts'
import { PaymentLink } from '../payment-link.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../payment-method.ts'
import { PaymentTransaction } from '../payment-transaction.ts'
import { UnplacedPayment } from '../unplaced-payment.ts'

export const payments = [
  SystemBankAccount,
  PaymentAccount,
  PaymentTransaction,
  PaymentLink,
  UnplacedPayment,
  PaymentMethod,
  PaymentMethodConfiguration,
  PaymentMethodBinding,
] as const
