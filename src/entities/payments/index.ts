import { PaymentLink } from '../payment-link.ts'
import { PaymentReturn } from '../payment-return.ts'
import { PaymentTransaction } from '../payment-transaction.ts'
import { UnplacedPayment } from '../unplaced-payment.ts'

export const payments = [PaymentTransaction, PaymentLink, UnplacedPayment, PaymentReturn] as const
