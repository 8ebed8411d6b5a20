import { stringify } from 'csv-stringify/sync'

export interface CsvColumn {
  name: string
  label: string
  /** What people wrote; all else is made of digits. */
  isText: boolean
}

const mark = '\ufeff'

/**
 * Rows as spreadsheets read them: UTF-8 with its mark, and semicolons. A text that a spreadsheet
 * would take for a formula stands behind an apostrophe; numbers stand as they are.
 */
export function csvOf(columns: readonly CsvColumn[], rows: readonly object[]): Uint8Array {
  const isText = new Map(columns.map(({ name, isText: is }) => [name, is]))
  const text = stringify([...rows], {
    header: true,
    delimiter: ';',
    record_delimiter: 'windows',
    columns: columns.map(({ name: key, label: header }) => ({ key, header })),
    escape_formulas: true,
    cast: {
      string: (value, { column, header }) =>
        header || isText.get(String(column)) === true ? value : { value, escape_formulas: false },
    },
  })
  return Buffer.from(mark + text)
}
