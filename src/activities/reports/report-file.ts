import { csvOf } from '../system/csv-file.ts'
import type { ReportRow } from './query-report.ts'
import type { Report } from './report.ts'

/** The rows of a report as a file that spreadsheets read. */
export function csvOfReport({ columns }: Report, rows: readonly ReportRow[]): Uint8Array {
  const all = columns.map(({ name, label, type }) => ({ name, label, isText: type === 'TEXT' }))
  return csvOf(all, rows)
}

export const filenameOf = ({ id }: Report, day: string) => `${id} ${day}.csv`
