import {
  lifeOfBookkeepingFile,
  type ExportChannel,
} from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { Document } from '../../../entities/document.ts'
import { Voucher } from '../../../entities/voucher.ts'
import { loadHeld, hold } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface ExportedFile {
  file: BookkeepingFile
  document: Document
}

/** Handed to whoever reads it in; asked again it is the same file. */
export async function exportFile(unit: Unit, id: string): Promise<ExportedFile> {
  const file = await loadHeld(unit, BookkeepingFile, id)
  handOver(unit, file, 'DOWNLOAD')
  return { file, document: await unit.load(Document, file.documentId) }
}

/** Mailed by the run of a schedule to all who get it. */
export async function exportMailed(unit: Unit, scheduleRunId: string): Promise<void> {
  for (const file of await unit.locked(BookkeepingFile, { scheduleRunId })) {
    if (file.status !== 'ACKNOWLEDGED') handOver(unit, file, 'EMAIL')
  }
}

function handOver(unit: Unit, file: BookkeepingFile, exportChannel: ExportChannel): void {
  const status = lifeOfBookkeepingFile.move(file.status, 'export')
  Object.assign(file, { status, exportChannel, exportedAt: unit.now, error: null })
}

/** Vouchers and the files that they stand in, before the errands that their reports leave. */
export async function holdWithFiles(unit: Unit, vouchers: readonly Voucher[]): Promise<void> {
  hold(unit, Voucher, vouchers.map(({ id }) => id).toSorted())
  const documentId = { $in: vouchers.flatMap(({ fileId }) => fileId ?? []) }
  const files = await unit.all(BookkeepingFile, { documentId })
  hold(unit, BookkeepingFile, files.map(({ id }) => id).toSorted())
}

/** The file follows its vouchers: one that is refused fails it, the last that is booked ends it. */
export async function followVoucher(unit: Unit, voucher: Voucher): Promise<void> {
  const { fileId, externalError: error = null } = voucher
  if (fileId == null) return
  const named = await unit.find(BookkeepingFile, { documentId: fileId })
  if (named === null) return
  hold(unit, BookkeepingFile, [named.id])
  await unit.flush()
  const { ownerId, series, fiscalYear, numbers } = named
  const [row] = await unit.transaction.query<{ refused: number; waiting: number }>(
    `select (count(*) filter (where external_error is not null))::int as refused,
       (count(*) filter (where external_id is null))::int as waiting
     from voucher where tenant_id = $1 and owner_id = $2 and series = $3 and fiscal_year = $4
       and number = any ($5) and file_id = $6`,
    [unit.tenantId, ownerId, series, fiscalYear, numbers, fileId],
  )
  const file = await unit.load(BookkeepingFile, named.id)
  if (row === undefined || file.status === 'ACKNOWLEDGED') return
  const verb = row.refused > 0 ? 'fail' : row.waiting === 0 ? 'acknowledge' : undefined
  if (verb === undefined) return
  const status = lifeOfBookkeepingFile.move(file.status, verb)
  Object.assign(file, { status, error: error ?? (verb === 'fail' ? file.error : null) })
}
