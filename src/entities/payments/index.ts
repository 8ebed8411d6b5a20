import { BankFeed, BankFeedFile } from '../bank-feed.ts'
import { FundedPayment } from '../funded-payment.ts'
import { PaymentAccount, SystemBankAccount } from '../payment-account.ts'
import { PaymentBatch } from '../payment-batch.ts'
import { PaymentFile } from '../payment-file.ts'
import { PaymentLink } from '../payment-link.ts'
import { PaymentMatchingEngine, PaymentMatchingEngineClient } from '../payment-matching.ts'
import {
  PaymentMethod,
  PaymentMethodBinding,
  PaymentMethodConfiguration,
} from '../payment-method.ts'
import { InvoicePaymentChoice, PaymentRequest } from '../payment-request.ts'
import { PaymentReconciliation } from '../payment-reconciliation.ts'
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
  PaymentFile,
  PaymentBatch,
  PaymentReconciliation,
  PaymentMethod,
  PaymentMethodConfiguration,
  PaymentMethodBinding,
  PaymentMatchingEngine,
  PaymentMatchingEngineClient,
  PaymentRequest,
  InvoicePaymentChoice,
  FundedPayment,
  BankFeed,
  BankFeedFile,
] as const
