import type { BookkeepingFileFormat } from '../automation/schedule.ts'
import { life } from '../life.ts'

export const bookkeepingFileKinds = ['VOUCHERS'] as const
export const bookkeepingFileStatuses = ['GENERATED', 'EXPORTED', 'ACKNOWLEDGED', 'FAILED'] as const
export const exportChannels = ['DOWNLOAD', 'EMAIL'] as const
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
  },
)

/** So many vouchers stand in a file at most: what is more stands in the next one. */
export const vouchersOfFileMax = 5_000

export const fileTypeOf = {
  SIE4I: { ending: 'SI', mimeType: 'text/plain' },
  CSV: { ending: 'csv', mimeType: 'text/csv' },
  JSON: { ending: 'json', mimeType: 'application/json' },
} as const satisfies Record<BookkeepingFileFormat, { ending: string; mimeType: string }>
