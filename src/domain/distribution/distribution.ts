import { life } from '../life.ts'
import { channels } from './document.ts'

/** How a document reached whom it is for: by a channel, or by what a person did. */
export const sendingWays = [...channels, 'BY_HAND'] as const

/** None of a document that nobody has to be sent. */
export const distributionStatuses = ['QUEUED', 'SENT', 'FAILED', 'CANCELLED'] as const
export type DistributionStatus = (typeof distributionStatuses)[number]

export const lifeOfDistribution = life(
  'sending of the document',
  'DISTRIBUTION_NOT_FAILED',
  distributionStatuses,
  {
    /** A mail on its way cannot be called back: what was cancelled meanwhile has been sent. */
    send: { from: ['QUEUED', 'CANCELLED'], to: 'SENT', event: 'sent' },
    fail: { from: ['QUEUED'], to: 'FAILED', event: 'failed' },
    retry: { from: ['FAILED'], to: 'QUEUED' },
    markSent: { from: ['FAILED'], to: 'SENT', event: 'sent' },
    cancel: { from: ['QUEUED', 'FAILED'], to: 'CANCELLED', event: 'cancelled' },
  },
)
