import { isCancellation, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { RunStanding } from '../../activities/automation/schedule-run.ts'
import type { Activities } from '../../activities/registry.ts'
import {
  byErrand,
  endsByItsVersion,
  failureIn,
  instantText,
  retryForever,
  show,
  type ProcessInput,
} from '../process.ts'

const { produceScheduled } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  summary: 'make the files and keep them',
})
const { mailScheduled } = proxyActivities<Activities>({
  ...retryForever,
  // Longer than a mail server may be silent, so that no two mails are on their way at once.
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '15 seconds',
  summary: 'mail the files to the next recipient',
})
const { failSchedule } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'leave what was not sent to a person',
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
  message: 'Something went wrong on our side; the process of the run tells what.',
} as const

endsByItsVersion(runSchedule)

/** One time of a schedule: its files are made, then mailed to each who gets them. */
export async function runSchedule(input: ProcessInput): Promise<RunStanding['status']> {
  const now = () => ({ ...input, at: Date.now() })
  try {
    setCurrentDetails('The files are being made.')
    let standing: RunStanding = await produceScheduled(now())
    const until = Date.now() + triedForMs
    let pauseMs = minuteMs
    while (standing.status === 'PRODUCED') {
      show(standing.status, sentences.PRODUCED)
      if (standing.away === true) {
        if (Date.now() >= until) return end(await failSchedule({ ...now(), failure: untaken }))
        const next = Date.now() + pauseMs
        setCurrentDetails(`The mail server is away; the next try is on ${instantText(next)}.`)
        await sleep(pauseMs, { summary: `mail again on ${instantText(next)}` })
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
      standing = await mailScheduled(now())
    }
    return end(standing)
  } catch (error) {
    if (isCancellation(error)) throw error
    return end(await failSchedule({ ...now(), failure: failureIn(error, internal) }))
  }
}

function end({ status, says = sentences[status] }: RunStanding): RunStanding['status'] {
  show(status, status === 'FAILED' ? `${says} ${byErrand}` : says)
  return status
}

const sentences: Readonly<Record<RunStanding['status'], string>> = {
  QUEUED: 'The run waits.',
  PRODUCED: 'The files wait to be mailed.',
  SENT: 'Everybody was sent what it made.',
  NOTHING: 'There was nothing to make.',
  FAILED: 'It was not sent.',
  GONE: 'What this was about is no longer there.',
}
