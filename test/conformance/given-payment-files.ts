import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

const sha256 = (n: number) => n.toString(16).padStart(64, '0')

export const usualOfPaymentFiles: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentFile: (n) => ({
    status: 'UPLOADED',
    format: null,
    sha256: sha256(n),
    findings: [],
    duplicates: null,
    findingCount: 0,
    importedAt: null,
  }),
  PaymentBatch: () => ({
    currency: 'SEK',
    status: 'CREATED',
    count: 1,
    matchedCount: 0,
    bookedCount: 0,
  }),
  PaymentReconciliation: (n) => ({
    number: n,
    currency: 'SEK',
    opening: 0n,
    statementSum: 1000n,
    closing: 1000n,
    difference: 0n,
    status: 'MATCHED',
  }),
}

const list = 'account;bookDate;amount;currency\n'
let sent = 0

/** A task of each kind that anybody in the tenant could have asked for. */
const asked =
  (taskName: string) =>
  async ({ rows }: Stage): Promise<GivenCall> => {
    await rows.add('background_task', { taskName, status: 'RUNNING' })
    return {}
  }

export const paymentFileCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /payment-files': async () => ({
    body: {
      filename: 'payments.csv',
      mimeType: 'text/csv',
      content: Buffer.from(`${list}${'\n'.repeat(++sent)}`).toString('base64'),
    },
  }),
  'PUT /payment-batches/export-external-financed': async (stage) => {
    await noTasks(stage)
    return { body: { toDate: '2026-11-25' } }
  },
  'GET /payment-files/import/latest-task-id': asked('payments.importFile'),
  'GET /payment-batches/match/latest-task-id': asked('payments.match'),
  'GET /payment-batches/bookkeep/latest-task-id': asked('payments.bookkeep'),
}
