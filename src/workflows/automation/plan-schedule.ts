import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { ended, endsByItsVersion, retryForever, type ProcessInput } from '../process.ts'

const { planSchedule: plan } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'write down which times have come due',
})

endsByItsVersion(planSchedule)

/** A time of a schedule has come: each that is due gets a run of its own. */
export async function planSchedule(input: ProcessInput): Promise<'PLANNED' | 'NOTHING' | 'GONE'> {
  const { planned, gone } = await plan({ ...input, at: Date.now() })
  return planned === 0
    ? ended(gone, 'NOTHING', 'Nothing was due.')
    : ended(gone, 'PLANNED', `Started what was due: ${planned}.`)
}
