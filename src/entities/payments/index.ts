import { PaymentBatch } from '../payment-batch.ts'
import { PaymentFile } from '../payment-file.ts'
import { PaymentLink } from '../payment-link.ts'
import { PaymentReconciliation } from '../payment-reconciliation.ts'
import { PaymentTransaction } from '../payment-transaction.ts'
import { UnplacedPayment } from '../unplaced-payment.ts'

export const payments = [
  PaymentTransaction,
  PaymentLink,
  UnplacedPayment,
  PaymentFile,
  PaymentBatch,
  PaymentReconciliation,
] as const
