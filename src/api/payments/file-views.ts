import { z } from 'zod'
import type { Differences } from '../../activities/payments/reconciliations/differences.ts'
import { decimal } from '../../domain/money.ts'
import { findingCodes } from '../../domain/payments/bank-file.ts'
import { PaymentBatch } from '../../entities/payment-batch.ts'
import { PaymentFile } from '../../entities/payment-file.ts'
import { PaymentReconciliation } from '../../entities/payment-reconciliation.ts'
import { exampleId } from '../../entities/ids.ts'
import { amountShown, businessDate, currencyCode } from '../../kernel/read/amounts.ts'
import { viewOf } from '../../kernel/read/view.ts'

const FindingShown = z
  .object({
    place: z.string().meta({ example: 'Stmt[1]/Ntry[3], line 120' }),
    code: z.enum(findingCodes),
    message: z.string(),
  })
  .meta({ id: 'PaymentFileFinding' })

const DuplicateShown = z
  .object({
    place: z.string().meta({ example: 'Stmt[1]/Ntry[3], line 120' }),
    first: z.object({
      paymentId: z.string().meta({ example: exampleId('PaymentTransaction') }),
      paymentFileId: z
        .string()
        .nullable()
        .meta({ example: exampleId('PaymentFile') }),
      filename: z.string().nullable().meta({ example: 'camt053.xml' }),
      place: z.string().nullable().meta({ example: 'Stmt[1]/Ntry[1], line 64' }),
    }),
  })
  .meta({ id: 'PaymentFileDuplicate' })

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
    more: {
      sha256: z.string().meta({ example: 'a'.repeat(64) }),
      findings: z.array(FindingShown),
      duplicates: z.array(DuplicateShown),
    },
    show: ({ sha256, findings, duplicates }) => {
      return { sha256, findings: [...findings], duplicates: [...(duplicates ?? [])] }
    },
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
  'fromDate',
  'daySum',
  'bookedSum',
  'booksBalance',
  'comparedAt',
  'status',
  'explanation',
  'explainedBy',
  'versioned',
])

const DifferingLineShown = z
  .object({
    /** Who has it: what both have is left out. */
    side: z.enum(['STATEMENT', 'BOOKS']),
    subjectType: z.enum(['PaymentTransaction', 'Voucher']),
    subjectId: z.string().meta({ example: exampleId('PaymentTransaction') }),
    date: businessDate,
    stated: amountShown,
    booked: amountShown,
    text: z.string(),
  })
  .meta({ id: 'DifferingLine' })

export const differencesShown = z
  .object({
    fromDate: businessDate,
    date: businessDate,
    currency: currencyCode,
    opening: amountShown,
    closing: amountShown,
    /** What moved, by all statements of these days and by the books. */
    stated: amountShown,
    booked: amountShown,
    difference: amountShown,
    booksBalance: amountShown,
    lines: z.array(DifferingLineShown),
    /** How many there are, where only the largest are listed. */
    lineCount: z.int(),
  })
  .meta({ id: 'ReconciliationDifferences' })

export function showDifferences({ row, side, lines }: Differences) {
  const { date, currency, opening, closing } = row
  const shown = (minor: bigint | string) => decimal(BigInt(minor), currency)
  return {
    fromDate: side.fromDate,
    date,
    currency,
    opening: shown(opening),
    closing: shown(closing),
    stated: shown(side.daySum),
    booked: shown(side.bookedSum),
    difference: shown(BigInt(side.daySum) - BigInt(side.bookedSum)),
    booksBalance: shown(side.booksBalance),
    lines: lines.map(({ total: _, stated, booked, ...line }) => {
      return { ...line, stated: shown(stated), booked: shown(booked) }
    }),
    lineCount: lines[0]?.total ?? 0,
  }
}
