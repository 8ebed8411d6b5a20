import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { ended, instantText, retryForever, untilClosed, type ProcessInput } from '../process.ts'

const { sendPasswordReset } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'mail the link for a new password',
})
const { expirePasswordReset } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'close the reset',
})

/** One forgotten password, from the mail to its use or the end of its hour. */
export async function resetPassword(input: ProcessInput): Promise<'CLOSED' | 'EXPIRED' | 'GONE'> {
  const closedBefore = untilClosed()
  setCurrentDetails('The link is being mailed.')
  const sent = await sendPasswordReset({ ...input, at: Date.now() })
  if (!sent.open) return ended(sent.gone, 'CLOSED')
  setCurrentDetails(`The link works until ${instantText(sent.expiresAt)}.`)
  if (await closedBefore(sent.expiresAt, 'the link ends')) return ended(undefined, 'CLOSED')
  const { expired, gone } = await expirePasswordReset({ ...input, at: Date.now() })
  return ended(gone, expired ? 'EXPIRED' : 'CLOSED')
}
