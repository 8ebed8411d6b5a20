import { proxyActivities, setCurrentDetails, setHandler } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import {
  closedSignal,
  closedUntil,
  ended,
  patiently,
  spoken,
  type ProcessInput,
} from '../process.ts'

const { sendInvitation } = proxyActivities<Activities>({
  ...patiently,
  summary: 'mail the invitation',
})
const { remindOfInvitation } = proxyActivities<Activities>({
  ...patiently,
  summary: 'mail the reminder',
})
const { expireInvitation } = proxyActivities<Activities>({
  ...patiently,
  summary: 'close the invitation',
})

/** One invitation, from its mail to its acceptance, withdrawal or end. */
export async function inviteUser(input: ProcessInput): Promise<'CLOSED' | 'EXPIRED' | 'GONE'> {
  let closed = false
  setHandler(closedSignal, () => {
    closed = true
  })
  const now = () => ({ ...input, at: Date.now() })

  setCurrentDetails('The invitation is being mailed.')
  const sent = await sendInvitation(now())
  if (!sent.open) return ended(sent.gone, 'CLOSED')

  setCurrentDetails(`Waiting for acceptance; a reminder follows on ${spoken(sent.reminderAt)}.`)
  if (await closedUntil(() => closed, sent.reminderAt, 'reminder')) return 'CLOSED'
  const reminded = await remindOfInvitation(now())
  if (!reminded.open) return ended(reminded.gone, 'CLOSED')

  setCurrentDetails(`Waiting for acceptance until ${spoken(sent.expiresAt)}; reminded once.`)
  if (await closedUntil(() => closed, sent.expiresAt, 'expiry')) return 'CLOSED'
  const { expired, gone } = await expireInvitation(now())
  setCurrentDetails(expired ? 'Expired: nobody accepted it.' : 'Accepted or withdrawn.')
  return ended(gone, expired ? 'EXPIRED' : 'CLOSED')
}
