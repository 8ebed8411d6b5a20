import type { BookkeepingFileFormat } from '../../../domain/automation/schedule.ts'
import { fileTypeOf } from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { jsonText, lineLabels, linesOf } from '../../../domain/bookkeeping/file-contents.ts'
import type { SieFile } from '../../../domain/bookkeeping/sie.ts'
import { plainFilename } from '../../../domain/filename.ts'
import type { Voucher } from '../../../entities/voucher.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { keepFile, type Kept } from '../../distribution/keep-file.ts'
import { csvOf } from '../../system/csv-file.ts'
import { sieBytes, sieOf } from '../sie-file.ts'

interface KeptFile extends Kept {
  filename: string
  mimeType: string
}

/** The file of these vouchers, in the store: without a connection, before anything is changed. */
export async function keptFileOf(
  unit: Unit,
  vouchers: readonly Voucher[],
  format: BookkeepingFileFormat,
): Promise<KeptFile> {
  const bytes = bytesIn(format, await sieOf(unit, vouchers))
  const [first] = vouchers as [Voucher]
  const kept = await keepFile(unit, first.id, bytes)
  const { ending, mimeType } = fileTypeOf[format]
  const { series, fiscalYear, currency, number } = first
  const last = vouchers.at(-1)?.number ?? number
  const filename = plainFilename(`${series}-${fiscalYear}-${number}-${last} ${currency}.${ending}`)
  return { filename, mimeType, ...kept }
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
