import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { RequestStanding } from '../../activities/payments/requests/carry-request.ts'
import type { Activities } from '../../activities/registry.ts'
import type { PaymentRequestStatus } from '../../domain/payments/payment-request.ts'
import {
  ended,
  instantText,
  retryForever,
  show,
  untilClosed,
  withAbout,
  type ProcessInput,
} from '../process.ts'

// Longer than a rail may be silent, so that it is not asked twice at once.
const atRail = {
  ...retryForever,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '15 seconds',
} as const

const { sendPaymentRequest } = proxyActivities<Activities>({
  ...atRail,
  summary: 'give the request to its rail',
})
const { refreshPaymentRequest } = proxyActivities<Activities>({
  ...atRail,
  summary: 'ask the rail how it is',
})
const { expirePaymentRequest } = proxyActivities<Activities>({
  ...atRail,
  summary: 'have the rail forget what nobody paid in time',
})
const { readPaymentRequest } = proxyActivities<Activities>({
  ...atRail,
  summary: 'look how it ended',
})

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
const open: readonly PaymentRequestStatus[] = ['CREATED', 'SENT', 'PENDING']

/** One request for money, or payout by a rail, until it is paid, declined or out of time. */
export async function paymentRequest(input: ProcessInput): Promise<PaymentRequestStatus | 'GONE'> {
  const closedBefore = untilClosed()
  const now = () => ({ ...input, at: Date.now() })
  setCurrentDetails('The request is given to its rail.')
  let standing = await sendPaymentRequest(now())
  const { about } = standing
  for (let pauseMs = minuteMs; isOpen(standing); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const { expiresAt } = standing
    const isOut = Date.now() >= expiresAt
    const next = isOut ? Date.now() + pauseMs : Math.min(Date.now() + pauseMs, expiresAt)
    show(
      standing.status,
      withAbout(
        about,
        `It is ${standing.status}, until ${instantText(expiresAt)}; ` +
          `the rail is asked again on ${instantText(next)}.`,
      ),
    )
    if (await closedBefore(next, 'ask the rail')) {
      standing = await readPaymentRequest(now())
      break
    }
    standing = await ask(standing, now())
  }
  return ended(
    standing.gone,
    standing.status,
    withAbout(about, `The request is ${standing.status}.`),
  )
}

function ask({ status, expiresAt }: RequestStanding, at: ProcessInput & { at: number }) {
  if (at.at >= expiresAt) return expirePaymentRequest(at)
  return status === 'CREATED' ? sendPaymentRequest(at) : refreshPaymentRequest(at)
}

const isOpen = ({ status, gone }: RequestStanding) => gone === undefined && open.includes(status)
