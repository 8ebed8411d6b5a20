import type { CsvColumn } from './csv-file.ts'

export interface SheetColumn extends CsvColumn {
  /** An amount, which is a number of two places or more and never a text. */
  isAmount?: boolean
}

const widthOf = { text: 28, other: 14 }

/**
 * Rows as a sheet. The same rows are the same bytes; a text that a spreadsheet would take for a
 * formula, were it saved as another file, stands behind an apostrophe.
 */
export async function xlsxOf(
  sheet: string,
  columns: readonly SheetColumn[],
  rows: readonly object[],
): Promise<Uint8Array> {
  // Loaded when the first is made: most processes make none.
  const { default: write } = await import('write-excel-file/node')
  const header = columns.map(({ label }) => ({ value: label, fontWeight: 'bold' as const }))
  const data = rows.map((row) => {
    const values = new Map(Object.entries(row))
    return columns.map((column) => cellOf(column, String(values.get(column.name) ?? '')))
  })
  const widths = columns.map(({ isText }) => ({ width: isText ? widthOf.text : widthOf.other }))
  const file = await write([header, ...data], { sheet, columns: widths, stickyRowsCount: 1 })
  return withoutTimes(await file.toBuffer())
}

function cellOf({ isAmount = false, isText }: SheetColumn, text: string) {
  if (text === '') return null
  if (isAmount) return { type: Number, value: Number(text), format: formatOf(text) }
  return { type: String, value: isText ? withoutFormula(text) : text }
}

/** With as many places as the currency has. */
function formatOf(text: string): string {
  const places = text.split('.')[1]?.length ?? 0
  return places === 0 ? '0' : `0.${'0'.repeat(places)}`
}

const beginsFormula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

const withoutFormula = (text: string) => (beginsFormula.test(text) ? `'${text}` : text)

const endOfArchive = { signature: 0x06054b50, length: 22, entries: 10, directory: 16 }
const entry = { name: 28, extra: 30, comment: 32, local: 42, length: 46 }
const times = { inEntry: 12, inFile: 10 }
/** The first day that an archive knows: 1980-01-01. */
const noTime = 0x00210000

/** When it was made is nothing that a reader of the sheet has to know, and made two files of one. */
function withoutTimes(archive: Buffer): Buffer {
  const end = archive.byteLength - endOfArchive.length
  if (archive.readUInt32LE(end) !== endOfArchive.signature)
    throw new Error('an archive of no shape')
  let at = archive.readUInt32LE(end + endOfArchive.directory)
  for (let left = archive.readUInt16LE(end + endOfArchive.entries); left > 0; left--) {
    archive.writeUInt32LE(noTime, at + times.inEntry)
    archive.writeUInt32LE(noTime, archive.readUInt32LE(at + entry.local) + times.inFile)
    const more = [entry.name, entry.extra, entry.comment].map((of) => archive.readUInt16LE(at + of))
    at += more.reduce((sum, each) => sum + each, entry.length)
  }
  return archive
}
