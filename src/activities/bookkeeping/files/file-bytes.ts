import type { BookkeepingFileFormat } from '../../../domain/automation/schedule.ts'
import { fileTypeOf } from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { jsonText, lineLabels, linesOf } from '../../../domain/bookkeeping/file-contents.ts'
import type { SieFile } from '../../../domain/bookkeeping/sie.ts'
import { plainFilename } from '../../../domain/filename.ts'
import type { Voucher } from '../../../entities/voucher.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { keepFile, type Kept } from '../../distribution/keep-file.ts'
import { csvOf } from '../../system/csv-file.ts'
import { xlsxOf } from '../../system/xlsx-file.ts'
import { sieBytes, sieOf } from '../sie-file.ts'

interface KeptFile extends Kept {
  filename: string
  mimeType: string
}

/**
 * The file of these vouchers, in the store: without a connection, before anything is changed. Made
 * anew it says the day of its first making, so that the same vouchers are the same bytes.
 */
export async function keptFileOf(
  unit: Unit,
  vouchers: readonly Voucher[],
  format: BookkeepingFileFormat,
  generatedAt: Date,
): Promise<KeptFile> {
  const sie = await sieOf(unit, vouchers, generatedAt)
  const bytes = await bytesIn(format, sie)
  const [first] = vouchers as [Voucher]
  const kept = await keepFile(unit, first.id, bytes)
  const { ending, mimeType } = fileTypeOf[format]
  const { series, fiscalYear, currency, number } = first
  const last = vouchers.at(-1)?.number ?? number
  const filename = plainFilename(`${series}-${fiscalYear}-${number}-${last} ${currency}.${ending}`)
  return { filename, mimeType, ...kept }
}

async function bytesIn(format: BookkeepingFileFormat, file: SieFile): Promise<Uint8Array> {
  if (format === 'SIE4I') return sieBytes(file)
  if (format === 'JSON') return Buffer.from(jsonText(file))
  const amounts = ['debit', 'credit']
  const digits = ['number', 'date', ...amounts]
  const columns = Object.entries(lineLabels).map(([name, label]) => {
    return { name, label, isText: !digits.includes(name), isAmount: amounts.includes(name) }
  })
  const lines = linesOf(file)
  return format === 'CSV' ? csvOf(columns, lines) : xlsxOf('Vouchers', columns, lines)
}
