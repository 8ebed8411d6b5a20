import { PaymentAccount, SystemBankAccount } from '../payment-account.ts'
import { PaymentLink } from '../payment-link.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../payment-method.ts'
import { PaymentReturn } from '../payment-return.ts'
import { PaymentTransaction } from '../payment-transaction.ts'
import { UnplacedPayment } from '../unplaced-payment.ts'

export const payments = [
  SystemBankAccount,
  PaymentAccount,
  PaymentTransaction,
  PaymentLink,
  UnplacedPayment,
  PaymentReturn,
  PaymentMethod,
  PaymentMethodConfiguration,
  PaymentMethodBinding,
] as const
