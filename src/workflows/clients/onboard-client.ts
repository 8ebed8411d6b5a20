import { isCancellation, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { isWaitedFor } from '../../domain/passing.ts'
import { stoppedText } from '../../domain/remedies.ts'
import type { StepFailure } from '../../kernel/write/activity.ts'
import {
  awayText,
  byErrand,
  failureIn,
  pauses,
  retryForever,
  show,
  type ProcessInput,
} from '../process.ts'

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
    const failure = await lasting(name, summary, now)
    if (failure !== undefined) {
      await failOnboarding(now())
      show('FAILED', `Could not ${summary}: ${stoppedText(failure)} ${byErrand}`)
      return 'FAILED'
    }
  }
  await finishOnboarding(now())
  show('ACTIVE', 'All is set up.')
  return 'ACTIVE'
}

const internal = { code: 'INTERNAL', message: 'Something went wrong on our side.' } as const

/** What made a step fail for good: what only passes is waited for, however long. */
async function lasting(
  name: StepName,
  summary: string,
  now: () => ProcessInput & { at: number },
): Promise<StepFailure | undefined> {
  for (const pause = pauses(); ;) {
    try {
      await proxyActivities<Activities>({ ...persistently, summary })[name](now())
      return undefined
    } catch (error) {
      if (isCancellation(error)) throw error
      const failure = failureIn(error, internal)
      if (!isWaitedFor(failure.code)) return failure
      const pauseMs = pause()
      setCurrentDetails(awayText(failure, Date.now() + pauseMs))
      await sleep(pauseMs, { summary: `${summary}, once what is away is back` })
    }
  }
}
