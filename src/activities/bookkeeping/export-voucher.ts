import { createHash } from 'node:crypto'
import { filed } from '../../domain/bookkeeping/voucher-life.ts'
import { plainFilename } from '../../domain/distribution/filename.ts'
import { Document } from '../../entities/document.ts'
import { Voucher } from '../../entities/voucher.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { newId } from '../../kernel/write/ids.ts'
import { sieBytes, sieOf } from './sie-file.ts'

export interface ExportedVoucher {
  voucher: Voucher
  document: Document
}

const retainedYears = 8

/** The voucher as a SIE file, stored as a document; asking again gives the same file. */
export async function exportVoucher(unit: Unit, id: string): Promise<ExportedVoucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  if (voucher.fileId != null) {
    return { voucher, document: await unit.load(Document, voucher.fileId) }
  }
  // The status is checked first, so that nothing is stored for a refused voucher.
  filed(voucher, newId('Document'))
  const document = await storeFile(unit, voucher)
  Object.assign(voucher, filed(voucher, document.id))
  return { voucher, document }
}

async function storeFile(unit: Unit, voucher: Voucher): Promise<Document> {
  const { id, series, number, fiscalYear, clientId } = voucher
  const bytes = sieBytes(await sieOf(unit, [voucher]))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const storageKey = createHash('sha256').update(`${unit.tenantId}/${id}/${sha256}`).digest('hex')
  await unit.runtime.documents.put(storageKey, bytes)
  return unit.add(Document, {
    type: 'VOUCHER_EXPORT',
    ownerType: 'VOUCHER',
    ownerId: id,
    clientId: clientId ?? null,
    filename: plainFilename(`${series}-${fiscalYear}-${number}.SI`),
    mimeType: 'text/plain',
    size: bytes.byteLength,
    sha256,
    storageKey,
    status: 'STORED',
    sourceKey: `voucher-export/${id}`,
    retentionUntil: `${fiscalYear + retainedYears}-12-31`,
    createdBy: unit.principal.id,
  })
}
