import { proxyLocalActivities } from '@temporalio/workflow'

const { nothing } = proxyLocalActivities<{ nothing(): Promise<string> }>({
  startToCloseTimeout: '30 seconds',
})

/** As many local activities as ours has, which do nothing. */
export async function bare(activities: number): Promise<string> {
  let said = ''
  for (let at = 0; at < activities; at++) said = await nothing()
  return said
}
