import { life } from '../life.ts'

/** How a file goes to the other system by itself. */
export const deliveryMethods = ['EMAIL', 'SFTP', 'WEBHOOK'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/** What a book's owner may have chosen; by the others nothing is delivered, but fetched. */
export const exportMethods = [
  'NONE',
  'SIE_FILE',
  'EMAIL_SIE',
  'SFTP',
  'ERP_API',
  'WEBHOOK',
  'API_PULL',
] as const
export type ExportMethod = (typeof exportMethods)[number]

/** Of the tenant's own book, which no connector asks for. */
export const internalExportMethods = ['NONE', 'SIE_FILE', 'EMAIL_SIE', 'SFTP', 'WEBHOOK'] as const

const delivered: Readonly<Partial<Record<ExportMethod, DeliveryMethod>>> = {
  EMAIL_SIE: 'EMAIL',
  SFTP: 'SFTP',
  WEBHOOK: 'WEBHOOK',
}

export const deliveryMethodOf = (method: ExportMethod): DeliveryMethod | null =>
  delivered[method] ?? null

export const fileDeliveryStatuses = ['QUEUED', 'SENT', 'FAILED', 'CANCELLED'] as const
export type FileDeliveryStatus = (typeof fileDeliveryStatuses)[number]

/** One file on its way to one receiver, until it was taken or a person has to see to it. */
export const lifeOfFileDelivery = life(
  'delivery of the file',
  'BOOKKEEPING_DELIVERY_STATUS',
  fileDeliveryStatuses,
  {
    send: { from: ['QUEUED'], to: 'SENT', event: 'delivered' },
    fail: { from: ['QUEUED'], to: 'FAILED', event: 'deliveryFailed' },
    retry: { from: ['FAILED'], to: 'QUEUED' },
    cancel: { from: ['QUEUED', 'FAILED'], to: 'CANCELLED' },
  },
)

/** AWAY is tried again by itself; what nobody answered may have been taken. */
export const attemptOutcomes = ['STARTED', 'TAKEN', 'AWAY', 'REFUSED', 'UNANSWERED'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** On a server with files of many: no two files have it, and the same file always has the same. */
export const nameAtReceiver = (fileId: string, sha256: string, filename: string): string =>
  `${fileId}-${sha256.slice(0, 8)}-${filename.replaceAll(/[^\w.-]+/g, '_')}`
