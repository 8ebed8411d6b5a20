import { isCancellation, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { NoticeStanding } from '../../activities/invoices/notices/notice-to-send.ts'
import type { Activities } from '../../activities/registry.ts'
import type { DistributionStatus } from '../../domain/distribution/distribution.ts'
import {
  byErrand,
  failureIn,
  instantText,
  retryForever,
  show,
  untilClosed,
  withAbout,
  type ProcessInput,
} from '../process.ts'

const { storeNotice } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'make and store the file of the notice',
})
const { mailNotice } = proxyActivities<Activities>({
  ...retryForever,
  // Longer than a mail server may be silent, so that no two mails are on their way at once.
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '15 seconds',
  summary: 'mail the notice to the debtor',
})
const { failNotice } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'leave the notice to a person',
})

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
const triedForMs = 24 * 60 * minuteMs

const untaken = {
  code: 'MAIL_UNAVAILABLE',
  message: 'For a day no mail server has taken it.',
} as const
const internal = {
  code: 'INTERNAL',
  message: 'Something went wrong on our side; the process of the notice tells what.',
} as const

/** One notice, until it was sent, a person has to send it, or nobody is to be told. */
export async function sendNotice(input: ProcessInput): Promise<DistributionStatus> {
  const closedBefore = untilClosed()
  const now = () => ({ ...input, at: Date.now() })
  const until = Date.now() + triedForMs
  let about: string | undefined
  const say = (sentence: string) => setCurrentDetails(withAbout(about, sentence))
  const end = ({ status, says = sentences[status] }: NoticeStanding): DistributionStatus => {
    show(status, withAbout(about, status === 'FAILED' ? `${says} ${byErrand}` : says))
    return status
  }
  try {
    say('The file of the notice is being made.')
    let standing: NoticeStanding = await storeNotice(now())
    about = standing.about
    for (let pauseMs = minuteMs; standing.status === 'QUEUED'; pauseMs *= 2) {
      say('The notice is being mailed.')
      standing = await mailNotice(now())
      if (standing.status !== 'QUEUED') break
      if (Date.now() >= until) return end(await failNotice({ ...now(), failure: untaken }))
      const next = Date.now() + Math.min(pauseMs, longestPauseMs)
      say(`The mail server did not take it; the next try is on ${instantText(next)}.`)
      if (await closedBefore(next, 'mail the notice again')) return end(await mailNotice(now()))
    }
    return end(standing)
  } catch (error) {
    if (isCancellation(error)) throw error
    return end(await failNotice({ ...now(), failure: failureIn(error, internal) }))
  }
}

const sentences: Readonly<Record<DistributionStatus, string>> = {
  QUEUED: 'The notice waits.',
  SENT: 'The notice is sent.',
  FAILED: 'The notice is not sent.',
  CANCELLED: 'The notice is not to be sent any more.',
}
