import { lifeOfPaymentFile } from '../../../domain/payments/bank-file.ts'
import { Document } from '../../../entities/document.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import type { BackgroundTask } from '../../../entities/background-task.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { readBankFile } from '../../../ports/banks/bank-files.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import { startTask } from '../../system/start-task.ts'
import { paymentsSettings } from '../settings.ts'
import { abortUnfinished } from './abort-unfinished.ts'
import { answerSent } from './answer-sent.ts'
import { endFile, type Faults } from './end-file.ts'
import { fitAccounts } from './fit-accounts.ts'
import { readKept } from './read-kept.ts'
import { reconcile } from './reconcile.ts'
import { takeEntries, type Taken } from './take-entries.ts'

/** Asks for it: it is read and taken in the background. */
export async function startImport(unit: Unit, id: string): Promise<BackgroundTask> {
  const file = await loadHeld(unit, PaymentFile, id)
  file.status = lifeOfPaymentFile.move(file.status, 'import')
  return startTask(unit, {
    taskName: 'payments.importFile',
    ids: [id],
    input: { fileId: id },
    oneOf: 'fileId',
  })
}

/**
 * All that is good of a file becomes payments, at once or not at all; what came before counts no
 * second time. A file that is not at it is done already.
 */
export async function importFile(unit: Unit, id: string): Promise<void> {
  const seen = await unit.load(PaymentFile, id)
  if (seen.status !== 'IMPORTING') return
  const document = await unit.load(Document, seen.documentId)
  const today = await unit.today()
  const { tenantId } = unit
  const read = await unit.apart((outside) =>
    readKept(outside, document, (bytes) => readBankFile(outside.apart, tenantId, bytes, today)),
  )
  const file = await loadHeld(unit, PaymentFile, id)
  if (file.status !== 'IMPORTING') return
  if (!('pages' in read)) return endWith(unit, file, { findings: [read], count: 1 }, nothing)
  const aborting = await abortUnfinished(unit, read)
  if (aborting !== undefined) {
    return endWith(unit, file, { findings: [aborting], count: 1 }, nothing)
  }
  const fit = await fitAccounts(unit, [
    ...[...read.statements, ...read.batches].map(({ account }) => account),
    ...read.batches.flatMap(({ bankgiro }) => bankgiro ?? []),
  ])
  const taken = await takeEntries(unit, file, read, fit)
  const ours = read.statements.filter((one) => fit(one) === undefined)
  const gaps = await reconcile(unit, file, ours)
  const answered = await answerSent(
    unit,
    id,
    read.sent.filter((one) => fit(one) === undefined),
    taken.back,
  )
  file.format = read.format
  const more = [...taken.findings, ...gaps, ...answered.findings]
  const findings = [...read.findings, ...more]
  await endWith(unit, file, { findings, count: read.findingCount + more.length }, taken)
}

const nothing: Taken = { entries: 0, duplicates: 0, back: [], repeated: [], findings: [] }

async function endWith(
  unit: Unit,
  file: PaymentFile,
  faults: Faults,
  { entries, duplicates, back, repeated }: Taken,
): Promise<void> {
  const entryCount = file.entryCount + entries
  Object.assign(file, { entryCount, duplicateCount: duplicates, duplicates: repeated })
  await endFile(unit, file, faults, entries + duplicates + back.length > 0)
  if (faults.count === 0 && entries > 0) await startPlacing(unit, file.id)
}

async function startPlacing(unit: Unit, fileId: string): Promise<void> {
  const { bookFiles } = await settingsOfTenant(unit, paymentsSettings)
  if (bookFiles === 'BY_HAND') return
  const taskName = bookFiles === 'AT_ONCE' ? 'payments.bookkeep' : 'payments.match'
  await startTask(unit, { taskName, input: { within: fileId }, oneOf: 'within' })
}
