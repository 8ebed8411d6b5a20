import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { ended, instantText, retryForever, untilClosed, type ProcessInput } from '../process.ts'

const { readRequest } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'look until when a second person may ask',
})
const { expireRequest: expire } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'close the request',
})

/** One request that takes a second person, until that one asks for the same or its time is over. */
export async function expireRequest(input: ProcessInput): Promise<'CLOSED' | 'EXPIRED' | 'GONE'> {
  const closedBefore = untilClosed()
  const { open, expiresAt, gone } = await readRequest({ ...input, at: Date.now() })
  if (!open) return ended(gone, 'CLOSED')
  setCurrentDetails(`A second person may ask for the same until ${instantText(expiresAt)}.`)
  if (await closedBefore(expiresAt, 'the request ends')) return ended(undefined, 'CLOSED')
  const end = await expire({ ...input, at: Date.now() })
  return ended(end.gone, end.expired ? 'EXPIRED' : 'CLOSED')
}
