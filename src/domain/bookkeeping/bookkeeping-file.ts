import type { BookkeepingFileFormat } from '../automation/schedule.ts'
import { life } from '../life.ts'

export const bookkeepingFileKinds = ['VOUCHERS'] as const
export const bookkeepingFileStatuses = ['GENERATED', 'EXPORTED', 'ACKNOWLEDGED', 'FAILED'] as const
type BookkeepingFileStatus = (typeof bookkeepingFileStatuses)[number]
export const exportChannels = ['DOWNLOAD', 'EMAIL', 'SFTP', 'WEBHOOK'] as const
export type ExportChannel = (typeof exportChannels)[number]

/** From its making until the other system has booked, or refused, what stands in it. */
export const lifeOfBookkeepingFile = life(
  'bookkeeping file',
  'BOOKKEEPING_FILE_ACKNOWLEDGED',
  bookkeepingFileStatuses,
  {
    export: { from: ['GENERATED', 'EXPORTED', 'FAILED'], to: 'EXPORTED', event: 'exported' },
    acknowledge: {
      from: ['GENERATED', 'EXPORTED', 'FAILED'],
      to: 'ACKNOWLEDGED',
      event: 'acknowledged',
    },
    fail: { from: ['GENERATED', 'EXPORTED', 'FAILED'], to: 'FAILED', event: 'failed' },
    generate: { from: ['GENERATED', 'EXPORTED', 'FAILED'], to: 'GENERATED' },
    waitOn: { from: ['FAILED'], to: 'EXPORTED' },
  },
)

/** The move that follows from how the vouchers stand that are in it still. */
export function verbFollowing(
  { status, exportedAt }: { status: BookkeepingFileStatus; exportedAt?: Date | null | undefined },
  of: { all: number; refused: number; waiting: number },
): 'fail' | 'acknowledge' | 'waitOn' | 'generate' | undefined {
  // What has been refused and went on by other ways all together stays refused.
  if (status === 'ACKNOWLEDGED' || of.all === 0) return undefined
  if (of.refused > 0) return 'fail'
  if (of.waiting === 0) return 'acknowledge'
  if (status !== 'FAILED') return undefined
  return exportedAt == null ? 'generate' : 'waitOn'
}

/** So many vouchers stand in a file at most: what is more stands in the next one. */
export const vouchersOfFileMax = 5_000

export const fileTypeOf = {
  SIE4I: { ending: 'SI', mimeType: 'text/plain' },
  CSV: { ending: 'csv', mimeType: 'text/csv' },
  XLSX: {
    ending: 'xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  JSON: { ending: 'json', mimeType: 'application/json' },
} as const satisfies Record<BookkeepingFileFormat, { ending: string; mimeType: string }>
