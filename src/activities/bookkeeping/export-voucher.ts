import { filed } from '../../domain/bookkeeping/voucher-life.ts'
import { retentionOfYear } from '../../domain/bookkeeping/retention.ts'
import { plainFilename } from '../../domain/filename.ts'
import { Document } from '../../entities/document.ts'
import { Voucher } from '../../entities/voucher.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { newId } from '../../kernel/write/ids.ts'
import { keepFile, type Kept } from '../distribution/keep-file.ts'
import { firstDayOf } from './read-books.ts'
import { sieBytes, sieOf } from './sie-file.ts'

export interface ExportedVoucher {
  voucher: Voucher
  document: Document
}

/** The voucher as a SIE file, stored as a document; asking again gives the same file. */
export async function exportVoucher(unit: Unit, id: string): Promise<ExportedVoucher> {
  const present = await unit.load(Voucher, id)
  const file = present.fileId == null ? await storedFile(unit, present) : undefined
  const voucher = await loadHeld(unit, Voucher, id)
  if (voucher.fileId != null || file === undefined) {
    return { voucher, document: await unit.load(Document, voucher.fileId as string) }
  }
  const document = await addFileOf(unit, voucher, file)
  Object.assign(voucher, filed(voucher, document.id))
  return { voucher, document }
}

/** Without a connection; nothing is stored for a voucher whose status refuses. */
async function storedFile(unit: Unit, voucher: Voucher): Promise<Kept> {
  filed(voucher, newId('Document'))
  const bytes = sieBytes(await sieOf(unit, [voucher]))
  return keepFile(unit, `${voucher.id}/${voucher.externalAttempts}`, bytes)
}

async function addFileOf(unit: Unit, voucher: Voucher, file: Kept): Promise<Document> {
  const { id, series, number, fiscalYear, clientId, externalAttempts } = voucher
  return unit.add(Document, {
    type: 'VOUCHER_EXPORT',
    ownerType: 'VOUCHER',
    ownerId: id,
    clientId: clientId ?? null,
    filename: plainFilename(`${series}-${fiscalYear}-${number}.SI`),
    mimeType: 'text/plain',
    ...file,
    status: 'STORED',
    sourceKey: `voucher-export/${id}/${externalAttempts}`,
    retentionUntil: retentionOfYear(fiscalYear, await firstDayOf(unit, voucher)),
    createdBy: unit.principal.id,
  })
}
