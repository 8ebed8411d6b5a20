import { createHash } from 'node:crypto'
import type { BookkeepingFileFormat } from '../../../domain/automation/schedule.ts'
import { fileTypeOf } from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { jsonText, lineLabels, linesOf } from '../../../domain/bookkeeping/file-contents.ts'
import type { SieFile } from '../../../domain/bookkeeping/sie.ts'
import { plainFilename } from '../../../domain/filename.ts'
import type { Voucher } from '../../../entities/voucher.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { csvOf } from '../../system/csv-file.ts'
import { sieBytes, sieOf } from '../sie-file.ts'

/** What a document says of the file that it has in the store. */
export interface KeptFile {
  filename: string
  mimeType: string
  size: number
  sha256: string
  storageKey: string
}

/** The file of these vouchers, in the store: without a connection, before anything is changed. */
export async function keptFileOf(
  unit: Unit,
  vouchers: readonly Voucher[],
  format: BookkeepingFileFormat,
): Promise<KeptFile> {
  const bytes = bytesIn(format, await sieOf(unit, vouchers))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [first] = vouchers as [Voucher]
  const named = `${unit.tenantId}/${first.id}/${sha256}`
  const storageKey = createHash('sha256').update(named).digest('hex')
  await unit.apart(({ documents }) => documents.put(storageKey, bytes))
  const { ending, mimeType } = fileTypeOf[format]
  const { series, fiscalYear, currency, number } = first
  const last = vouchers.at(-1)?.number ?? number
  const filename = plainFilename(`${series}-${fiscalYear}-${number}-${last} ${currency}.${ending}`)
  return { filename, mimeType, size: bytes.byteLength, sha256, storageKey }
}

function bytesIn(format: BookkeepingFileFormat, file: SieFile): Uint8Array {
  if (format === 'SIE4I') return sieBytes(file)
  if (format === 'JSON') return Buffer.from(jsonText(file))
  const digits = ['number', 'date', 'debit', 'credit']
  const columns = Object.entries(lineLabels).map(([name, label]) => {
    return { name, label, isText: !digits.includes(name) }
  })
  return csvOf(columns, linesOf(file))
}
