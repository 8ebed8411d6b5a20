import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { ended, instantText, retryForever, untilClosed, type ProcessInput } from '../process.ts'

const { sendInvitation } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'mail the invitation',
})
const { remindOfInvitation } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'mail the reminder',
})
const { expireInvitation } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'close the invitation',
})

/** One invitation, from its mail to its acceptance, withdrawal or end. */
export async function inviteUser(input: ProcessInput): Promise<'CLOSED' | 'EXPIRED' | 'GONE'> {
  const closedBefore = untilClosed()
  const now = () => ({ ...input, at: Date.now() })

  setCurrentDetails('The invitation is being mailed.')
  const sent = await sendInvitation(now())
  if (!sent.open) return closed(sent.gone)

  setCurrentDetails(
    `Waiting for acceptance; a reminder follows on ${instantText(sent.reminderAt)}.`,
  )
  if (await closedBefore(sent.reminderAt, 'reminder')) return closed()
  const reminded = await remindOfInvitation(now())
  if (!reminded.open) return closed(reminded.gone)

  setCurrentDetails(`Waiting for acceptance until ${instantText(sent.expiresAt)}; reminded once.`)
  if (await closedBefore(sent.expiresAt, 'expiry')) return closed()
  const { expired, gone } = await expireInvitation(now())
  return expired ? ended(gone, 'EXPIRED', 'Expired: nobody accepted it.') : closed(gone)
}

const closed = (gone?: true) => ended(gone, 'CLOSED', 'Accepted or withdrawn.')
