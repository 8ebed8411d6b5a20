import { lifeOfRequest } from './automation/internal-request.ts'
import { lifeOfScheduleRun } from './automation/schedule.ts'
import { lifeOfBill } from './bookkeeping/bill.ts'
import { lifeOfFileDelivery } from './bookkeeping/file-delivery.ts'
import { lifeOfBookkeepingFile } from './bookkeeping/bookkeeping-file.ts'
import { lifeOfVoucher, lifeOfVoucherRequest } from './bookkeeping/voucher-life.ts'
import { lifeOfInvoiceRequest } from './clients/invoice-request.ts'
import { lifeOfBankAccount } from './clients/bank-account.ts'
import { lifeOfClient } from './clients/status.ts'
import { lifeOfSync, lifeOfSyncInvoice } from './clients/sync.ts'
import { lifeOfSystemDebtor } from './debtors/identity.ts'
import { lifeOfDistribution } from './distribution/distribution.ts'
import { lifeOfDecision } from './factoring/moves.ts'
import { lifeOfRefinancing } from './factoring/refinancing.ts'
import { lifeOfActivation, lifeOfInvoice, lifeOfLedgerEvent } from './invoices/transitions.ts'
import { lifeOfInstalment, lifeOfLoan } from './loans/loan.ts'
import { lifeOfPaymentFile } from './payments/bank-file.ts'
import { lifeOfPaymentBatch } from './payments/batch.ts'
import { lifeOfLink, lifeOfPayment } from './payments/payment.ts'
import { lifeOfPaymentRequest } from './payments/payment-request.ts'
import { lifeOfReconciliation } from './payments/reconciliation.ts'
import { lifeOfReturn } from './payments/payment-return.ts'
import { lifeOfUnplaced } from './payments/unplaced.ts'
import { lifeOfPayoutAccount } from './payouts/payout-account.ts'
import { lifeOfPayoutBatch } from './payouts/batch.ts'
import { lifeOfPayout } from './payouts/payout.ts'
import { lifeOfCharge } from './reminders/charge.ts'
import { lifeOfErrand } from './system/errand.ts'
import { lifeOfToDo } from './system/to-do.ts'
import { lifeOfDelivery } from './webhooks/delivery.ts'

/** Every life there is: a test walks what each forbids. */
export const lives = [
  lifeOfBill,
  lifeOfCharge,
  lifeOfErrand,
  lifeOfRequest,
  lifeOfToDo,
  lifeOfDelivery,
  lifeOfDistribution,
  lifeOfVoucher,
  lifeOfVoucherRequest,
  lifeOfClient,
  lifeOfBankAccount,
  lifeOfSync,
  lifeOfSyncInvoice,
  lifeOfInvoiceRequest,
  lifeOfDecision,
  lifeOfRefinancing,
  lifeOfInvoice,
  lifeOfActivation,
  lifeOfLedgerEvent,
  lifeOfPayout,
  lifeOfPayoutAccount,
  lifeOfPayoutBatch,
  lifeOfPayment,
  lifeOfPaymentFile,
  lifeOfPaymentBatch,
  lifeOfLink,
  lifeOfUnplaced,
  lifeOfReturn,
  lifeOfReconciliation,
  lifeOfPaymentRequest,
  lifeOfLoan,
  lifeOfInstalment,
  lifeOfSystemDebtor,
  lifeOfScheduleRun,
  lifeOfBookkeepingFile,
  lifeOfFileDelivery,
]
