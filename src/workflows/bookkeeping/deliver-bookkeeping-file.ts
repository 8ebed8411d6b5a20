import { isCancellation, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { DeliveryStanding } from '../../activities/bookkeeping/files/deliver-file.ts'
import type { Activities } from '../../activities/registry.ts'
import type { FileDeliveryStatus } from '../../domain/bookkeeping/file-delivery.ts'
import {
  byErrand,
  failureIn,
  instantText,
  retryForever,
  show,
  type ProcessInput,
} from '../process.ts'

const { deliverFile } = proxyActivities<Activities>({
  ...retryForever,
  // Longer than a receiver may be silent, so that no two tries are on their way at once.
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '15 seconds',
  summary: 'deliver the bookkeeping file',
})
const { failDelivery } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'leave the delivery to a person',
})

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
const triedForMs = 24 * 60 * minuteMs

const untaken = {
  code: 'RECEIVER_UNAVAILABLE',
  message: 'For a day its receiver has not taken it.',
} as const
const internal = {
  code: 'INTERNAL',
  message: 'Something went wrong on our side; the process of the delivery tells what.',
} as const

/** One bookkeeping file, until its receiver has taken it, nobody is to, or a person has to see to it. */
export async function deliverBookkeepingFile(input: ProcessInput): Promise<FileDeliveryStatus> {
  const now = () => ({ ...input, at: Date.now() })
  const until = Date.now() + triedForMs
  try {
    for (let pauseMs = minuteMs; ; pauseMs *= 2) {
      setCurrentDetails('The file is being delivered.')
      const standing = await deliverFile(now())
      if (standing.status !== 'QUEUED') return end(standing)
      if (Date.now() >= until) return end(await failDelivery({ ...now(), failure: untaken }))
      const next = Date.now() + Math.min(pauseMs, longestPauseMs)
      const why = standing.says ?? 'The receiver is away'
      setCurrentDetails(`${why}; the next try is on ${instantText(next)}.`)
      await sleep(next - Date.now(), { summary: `deliver it again on ${instantText(next)}` })
    }
  } catch (error) {
    if (isCancellation(error)) throw error
    return end(await failDelivery({ ...now(), failure: failureIn(error, internal) }))
  }
}

function end({ status, says = sentences[status] }: DeliveryStanding): FileDeliveryStatus {
  show(status, status === 'FAILED' ? `${says} ${byErrand}` : says)
  return status
}

const sentences: Readonly<Record<FileDeliveryStatus, string>> = {
  QUEUED: 'The file waits.',
  SENT: 'The file was taken.',
  FAILED: 'The file is not delivered.',
  CANCELLED: 'The file is not to be delivered any more.',
}
