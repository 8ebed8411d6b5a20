import { z } from 'zod'
import {
  lifeOfPayoutBatch,
  payoutFileFormats,
  type PaymentOut,
  type PayoutFileFormat,
} from '../../../domain/payouts/batch.ts'
import { lifeOfPayout } from '../../../domain/payouts/payout.ts'
import { refuse } from '../../../domain/refusal.ts'
import type { BackgroundTask } from '../../../entities/background-task.ts'
import { SystemBankAccount } from '../../../entities/payment-account.ts'
import { PayoutBatch, PayoutFile } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { pain001 } from '../../../ports/banks/pain001.ts'
import { addTenantDocument } from '../../bookkeeping/add-tenant-document.ts'
import { keepFile, type Kept } from '../../distribution/keep-file.ts'
import { startTask } from '../../system/start-task.ts'
import { taskOf } from '../../task.ts'
import { hashOf, refuseBlocked } from './look-into.ts'

const format = z.enum(payoutFileFormats)
/** How often that file had been asked for before: a task that is run again makes none. */
const input = z.object({ format, again: z.boolean(), batchId: z.string(), times: z.int() })

export const exportBatchInput = z
  .strictObject({ format: format.default('PAIN001_09'), again: z.boolean().default(false) })
  .prefault({})
type Asked = z.output<typeof exportBatchInput>

/** Nothing is sent twice unless somebody says so in so many words. */
export async function startBatchExport(
  unit: Unit,
  id: string,
  asked: Asked,
): Promise<BackgroundTask> {
  const batch = await loadHeld(unit, PayoutBatch, id)
  refuseUnsendable(batch, asked)
  const times = await timesExported(unit, id, asked.format)
  const facts = { taskName: 'payouts.export', ids: [id], oneOf: 'batchId' } as const
  return startTask(unit, { ...facts, input: { ...asked, batchId: id, times } })
}

export const exportBatches = taskOf({
  kind: 'PayoutBatch',
  input,
  one: exportBatch,
  mustEnd: true,
})

async function timesExported(unit: Unit, batchId: string, asked: PayoutFileFormat) {
  const having = { batchId, format: asked }
  const [file] = await rowsOf(unit, PayoutFile, having, ['timesExported'])
  return file?.timesExported ?? 0
}

function refuseUnsendable({ status }: PayoutBatch, { again }: Pick<Asked, 'again'>): void {
  const isSent = lifeOfPayoutBatch.may(status, 'exportAgain')
  if (isSent && !again) refuse('PAYOUT_BATCH_EXPORTED')
  lifeOfPayoutBatch.move(status, isSent ? 'exportAgain' : 'export')
}

/** The file of what was authorized, and of nothing else. */
export async function exportBatch(
  unit: Unit,
  id: string,
  { format: asked, again, times }: z.output<typeof input>,
): Promise<void> {
  if ((await timesExported(unit, id, asked)) > times) return
  const seen = await unit.load(PayoutBatch, id)
  refuseUnsendable(seen, { again })
  const bytes = Buffer.concat(
    [...(await linesOf(unit, seen, asked))].map((part) => Buffer.from(part)),
  )
  const kept = await keepFile(unit, id, bytes)
  const batch = await loadHeld(unit, PayoutBatch, id)
  refuseUnsendable(batch, { again })
  if ((await hashOf(unit, batch)) !== batch.hash) refuse('PAYOUT_BATCH_CHANGED')
  if (batch.status === 'AUTHORIZED') {
    await refuseBlocked(unit, batch)
    for (const payout of await unit.readEach(Payout, 'batch_id = $2', [id])) {
      unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'send') })
    }
    const status = lifeOfPayoutBatch.move(batch.status, 'export')
    unit.update(PayoutBatch, batch, { status, exportedAt: unit.now })
  }
  await handOver(unit, batch, asked, kept)
}

/** The same batch in the same form is the same file, which is handed over once more. */
async function handOver(
  unit: Unit,
  batch: PayoutBatch,
  asked: PayoutFileFormat,
  kept: Kept,
): Promise<void> {
  const { id: batchId, count, total, currency } = batch
  const known = await unit.find(PayoutFile, { batchId, format: asked })
  if (known !== null) {
    if (known.sha256 !== kept.sha256) refuse('PAYOUT_BATCH_CHANGED')
    known.timesExported += 1
    return
  }
  const document = await addTenantDocument(unit, {
    type: 'PAYOUT_FILE',
    filename: `${batchId}-${asked.slice(-2)}.xml`,
    mimeType: 'application/xml',
    ...kept,
  })
  const facts = { messageId: batchId, sha256: kept.sha256, timesExported: 1 }
  unit.add(PayoutFile, {
    clientId: null,
    batchId,
    format: asked,
    documentId: document.id,
    ...facts,
    count,
    total,
    currency,
  })
}

async function linesOf(unit: Unit, batch: PayoutBatch, asked: PayoutFileFormat) {
  const { kind, number, bic = null } = await unit.load(SystemBankAccount, batch.systemBankAccountId)
  const payouts = await unit.readEach(Payout, 'batch_id = $2', [batch.id])
  const order = {
    messageId: batch.id,
    madeAt: batch.authorizedAt ?? refuse('PAYOUT_BATCH_NOT_POSSIBLE'),
    executionDate: batch.executionDate,
    currency: batch.currency,
    payer: (await unit.tenant()).name,
    from: { kind, number, bic },
    payments: payouts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(paymentOf),
  }
  return pain001(order, asked)
}

function paymentOf(payout: Payout): PaymentOut {
  const { id, amount, payoutKind, payoutNumber, payoutBic, payoutHolder } = payout
  const { remittanceText: text = null, payoutAddress: address = null } = payout
  if (payoutKind == null || payoutNumber == null) return refuse('PAYOUT_BATCH_CHANGED')
  const to = { kind: payoutKind, number: payoutNumber, bic: payoutBic ?? null }
  return { id, amount, ...to, holder: payoutHolder ?? '-', address, text }
}
