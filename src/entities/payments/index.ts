import { PaymentLink } from '../payment-link.ts'
import { PaymentTransaction } from '../payment-transaction.ts'
import { UnplacedPayment } from '../unplaced-payment.ts'

export const payments = [PaymentTransaction, PaymentLink, UnplacedPayment] as const
