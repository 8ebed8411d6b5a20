import { isCancellation, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { retryForever, type ProcessInput } from '../process.ts'

/** A step that fails so often, over some five minutes, will not do for a person's waiting. */
const persistently = { ...retryForever, retry: { ...retryForever.retry, maximumAttempts: 9 } }

type StepName =
  | 'makeSettings'
  | 'makeProducts'
  | 'openClientAccounts'
  | 'provideChartOfAccounts'
  | 'makeReferenceSettings'
  | 'copyReminderProfile'
  | 'openCreditLimits'
  | 'beginCompliance'

const steps: readonly (readonly [name: StepName, summary: string])[] = [
  ['makeSettings', 'make the settings'],
  ['makeProducts', 'make the products'],
  ['openClientAccounts', 'open the client accounts'],
  ['provideChartOfAccounts', 'provide the chart of accounts'],
  ['makeReferenceSettings', 'say how payment references are made'],
  ['copyReminderProfile', 'copy the reminder profile'],
  ['openCreditLimits', 'open the credit limits'],
  ['beginCompliance', 'ask who the client is'],
]

const { finishOnboarding } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'let the client do business',
})
const { failOnboarding } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'leave the failed step to a person',
})

/** A client from the request that took it on to the day it can do business. */
export async function onboardClient(input: ProcessInput): Promise<'ACTIVE' | 'FAILED'> {
  const now = () => ({ ...input, at: Date.now() })
  for (const [name, summary] of steps) {
    setCurrentDetails(`Next: ${summary}.`)
    try {
      await proxyActivities<Activities>({ ...persistently, summary })[name](now())
    } catch (error) {
      if (isCancellation(error)) throw error
      await failOnboarding(now())
      setCurrentDetails(`Could not ${summary}: an errand waits for a person.`)
      return 'FAILED'
    }
  }
  await finishOnboarding(now())
  setCurrentDetails('All is set up.')
  return 'ACTIVE'
}
