import { z } from 'zod'
import { findingCodes } from '../../domain/payments/bank-file.ts'
import { PaymentBatch } from '../../entities/payment-batch.ts'
import { PaymentFile } from '../../entities/payment-file.ts'
import { PaymentReconciliation } from '../../entities/payment-reconciliation.ts'
import { viewOf } from '../../kernel/read/view.ts'

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
