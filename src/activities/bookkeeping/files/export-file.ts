import {
  verbFollowing,
  lifeOfBookkeepingFile,
  type ExportChannel,
} from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { refuse } from '../../../domain/refusal.ts'
import type { BookkeepingDelivery } from '../../../entities/bookkeeping-delivery.ts'
import { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { Document } from '../../../entities/document.ts'
import { Voucher } from '../../../entities/voucher.ts'
import { loadHeld, hold } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { methodOf, startDelivery } from './start-delivery.ts'

export interface ExportedFile {
  file: BookkeepingFile
  document: Document
  delivery: BookkeepingDelivery | null
}

/**
 * Delivered by the method of whose book it is; where that has none, handed to whoever reads it in,
 * and asked again it is the same file.
 */
export async function exportFile(
  unit: Unit,
  id: string,
  { again = false }: { again?: boolean | undefined } = {},
): Promise<ExportedFile> {
  const method = await methodOf(unit, await unit.load(BookkeepingFile, id))
  const file = await loadHeld(unit, BookkeepingFile, id)
  lifeOfBookkeepingFile.move(file.status, 'export')
  await refuseOutdated(unit, file)
  const document = await unit.load(Document, file.documentId)
  if (method !== null) {
    const { sha256 } = document
    return { file, document, delivery: await startDelivery(unit, file, { method, sha256, again }) }
  }
  handedOver(unit, file, 'DOWNLOAD')
  return { file, document, delivery: null }
}

/** Mailed by the run of a schedule to all who get it. */
export async function exportMailed(unit: Unit, scheduleRunId: string): Promise<void> {
  for (const file of await unit.locked(BookkeepingFile, { scheduleRunId })) {
    if (file.status !== 'ACKNOWLEDGED') handedOver(unit, file, 'EMAIL')
  }
}

export function handedOver(unit: Unit, file: BookkeepingFile, exportChannel: ExportChannel): void {
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

const standing = `select count(*)::int as all,
    (count(*) filter (where external_error is not null or status = 'EXTERNAL_FAILED'))::int
      as refused,
    (count(*) filter (where external_id is null and status <> 'EXTERNAL_BOOKED'))::int as waiting
  from voucher where tenant_id = $1 and owner_id = $2 and series = $3 and fiscal_year = $4
    and number = any ($5) and file_id = $6`

/** How many of its vouchers are in it still, and how they stand. */
async function standingOf(unit: Unit, file: BookkeepingFile) {
  const { ownerId, series, fiscalYear, numbers, documentId } = file
  await unit.flush()
  const values = [unit.tenantId, ownerId, series, fiscalYear, numbers, documentId]
  const [row] = await unit.transaction.query<{ all: number; refused: number; waiting: number }>(
    standing,
    values,
  )
  return row ?? { all: 0, refused: 0, waiting: 0 }
}

/** What left it, was booked or was refused goes by another way: with the same bytes it would go by both. */
async function refuseOutdated(unit: Unit, file: BookkeepingFile): Promise<void> {
  if (await isOutdated(unit, file)) refuse('BOOKKEEPING_FILE_OUTDATED')
}

async function isOutdated(unit: Unit, file: BookkeepingFile): Promise<boolean> {
  const { waiting, refused } = await standingOf(unit, file)
  return waiting < file.voucherCount || refused > 0
}

/** Why a file that was to be delivered is so no more. */
export async function whyNotToDeliver(unit: Unit, file: BookkeepingFile): Promise<string | null> {
  if (file.status === 'ACKNOWLEDGED') return 'The other system has booked it.'
  return (await isOutdated(unit, file)) ? 'Vouchers of it are sent by another way.' : null
}

/**
 * The file follows its vouchers: one that is refused fails it, the last that is booked ends it, and
 * where none is refused any more it waits for the others.
 */
export async function followVoucher(
  unit: Unit,
  fileId: string | null | undefined,
  error: string | null,
): Promise<void> {
  if (fileId == null) return
  const named = await unit.find(BookkeepingFile, { documentId: fileId })
  if (named === null) return
  hold(unit, BookkeepingFile, [named.id])
  const file = await unit.load(BookkeepingFile, named.id)
  const verb = verbFollowing(file, await standingOf(unit, file))
  if (verb === undefined) return
  const status = lifeOfBookkeepingFile.move(file.status, verb)
  Object.assign(file, { status, error: verb === 'fail' ? (error ?? file.error ?? null) : null })
}
