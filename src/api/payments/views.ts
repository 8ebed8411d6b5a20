import { PaymentBatch } from '../../entities/payment-batch.ts'
import { PaymentFile } from '../../entities/payment-file.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentReconciliation } from '../../entities/payment-reconciliation.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { z } from 'zod'
import { decimal } from '../../domain/money.ts'
import { paymentKinds } from '../../domain/payments/payment.ts'
import { findingCodes } from '../../domain/payments/bank-file.ts'
import { amountShown } from '../../kernel/read/amounts.ts'
import { viewOf } from '../../kernel/read/view.ts'

const PartShown = z
  .object({ reference: z.string(), amount: amountShown.nullable() })
  .meta({ id: 'PaymentPart' })

export const paymentView = viewOf(
  PaymentTransaction,
  [
    'id',
    'source',
    'status',
    'batchId',
    'reversesId',
    'clientId',
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
  ],
  {
    more: { kind: z.enum(paymentKinds), split: z.array(PartShown).nullable() },
    show: ({ kind, split, currency }) => ({
      kind: kind ?? 'PAYMENT',
      split:
        split?.map(({ reference, amount }) => ({
          reference,
          amount: amount === null ? null : decimal(BigInt(amount), currency),
        })) ?? null,
    }),
  },
)

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

const FindingShown = z
  .object({
    place: z.string().meta({ example: 'Stmt[1]/Ntry[3], line 120' }),
    code: z.enum(findingCodes),
    message: z.string(),
  })
  .meta({ id: 'PaymentFileFinding' })

export const paymentFileView = viewOf(
  PaymentFile,
  [
    'id',
    'clientId',
    'filename',
    'format',
    'status',
    'size',
    'documentId',
    'entryCount',
    'duplicateCount',
    'findingCount',
    'importedAt',
    'createdBy',
    'versioned',
  ],
  {
    more: { sha256: z.string().meta({ example: 'a'.repeat(64) }), findings: z.array(FindingShown) },
    show: ({ sha256, findings }) => ({ sha256, findings: [...findings] }),
  },
)

export const paymentBatchView = viewOf(PaymentBatch, [
  'id',
  'clientId',
  'paymentFileId',
  'account',
  'currency',
  'bookDate',
  'statement',
  'serial',
  'status',
  'count',
  'total',
  'matchedCount',
  'bookedCount',
  'versioned',
])

export const reconciliationView = viewOf(PaymentReconciliation, [
  'id',
  'clientId',
  'paymentFileId',
  'account',
  'currency',
  'date',
  'statement',
  'serial',
  'opening',
  'statementSum',
  'closing',
  'difference',
  'status',
  'versioned',
])
