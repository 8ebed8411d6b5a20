import {
  ApplicationFailure,
  condition,
  defineQuery,
  isCancellation,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import type { StepFailure } from '../../kernel/write/activity.ts'
import { internalFailure, type Standing } from '../../domain/invoices/activation.ts'
import { isWaitedFor } from '../../domain/passing.ts'
import { stoppedText } from '../../domain/remedies.ts'
import {
  byErrand,
  awayText,
  closedSignal,
  endsByItsVersion,
  failureIn,
  pauses,
  show,
  withAbout,
  type ProcessInput,
} from '../process.ts'

/** Where an activation stands, and the same in a sentence. */
export interface Where {
  step: Standing['step']
  says: string
}
export const whereQuery = defineQuery<Where>('where')

/** Tried five times over forty seconds; from the second pause on under a timer that can be seen. */
const stepwise = {
  startToCloseTimeout: '30 seconds',
  localRetryThreshold: '1 second',
  retry: { initialInterval: '1 second', backoffCoefficient: 3, maximumAttempts: 5 },
} as const

const { beginActivation } = proxyLocalActivities<Activities>({
  ...stepwise,
  summary: 'begin: fix what the document shows',
})
const { makeDocuments } = proxyLocalActivities<Activities>({
  ...stepwise,
  summary: 'make the document',
})
const { bookActivation } = proxyLocalActivities<Activities>({
  ...stepwise,
  summary: 'book the claim',
})
const { afterActivation } = proxyLocalActivities<Activities>({
  ...stepwise,
  summary: 'notify the business system, request financing',
})
const { failActivation } = proxyLocalActivities<Activities>({
  ...stepwise,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  summary: 'leave the failed step to a person',
})

const doing: Readonly<Record<Standing['step'], string>> = {
  BEGIN: 'It begins: what its document shows is being fixed.',
  DOCUMENTS: 'Its document is being made.',
  BOOK: 'It is being booked.',
  POST_ACTIVATE: 'It is booked; those who have to know are informed.',
  DONE: 'It is booked, and all that follows is done.',
}

const moving = new Set<Standing['status']>(['WAITING', 'RUNNING'])

endsByItsVersion(activateInvoice)

/** One activation from its acceptance to its end, each step seen, tried again, and done once. */
export async function activateInvoice(input: ProcessInput): Promise<string> {
  let closed = false
  let where: Where = { step: 'BEGIN', says: doing.BEGIN }
  setHandler(closedSignal, () => {
    closed = true
  })
  setHandler(whereQuery, () => where)
  let standing: Standing = { status: 'RUNNING', step: 'BEGIN' }
  let about: string | undefined
  const say = (at: Standing, says = doing[at.step]) => {
    where = { step: at.step, says }
    about = at.about ?? about
    show(at.status, withAbout(about, says))
  }

  let pause = pauses()
  while (moving.has(standing.status)) {
    say(standing)
    const outcome = await attempt(standing.step, input)
    if ('status' in outcome) {
      standing = outcome
      pause = pauses()
    } else if (isWaitedFor(outcome.code)) {
      const pauseMs = pause()
      say(standing, awayText(outcome, Date.now() + pauseMs))
      await condition(() => closed, pauseMs, { summary: 'try again what could not be reached' })
    } else {
      standing = await failActivation({ ...input, at: Date.now(), failure: outcome })
      if (standing.status === 'FAILED') stop(say, standing, outcome)
    }
  }
  return end(say, standing)
}

/** Where the activation stands after the step, or what made the step fail for good. */
async function attempt(
  step: Standing['step'],
  input: ProcessInput,
): Promise<Standing | StepFailure> {
  const now = { ...input, at: Date.now() }
  try {
    if (step === 'BEGIN') return await beginActivation(now)
    if (step === 'DOCUMENTS') return await makeDocuments(now)
    if (step === 'BOOK') return await bookActivation(now)
    return await afterActivation(now)
  } catch (error) {
    if (isCancellation(error)) throw error
    return failureIn(error, internalFailure)
  }
}

type Say = (standing: Standing, says?: string) => void

function stop(say: Say, standing: Standing, failure: StepFailure): never {
  const text = stoppedText(failure)
  say(standing, `It stopped at ${standing.step}: ${text} ${byErrand}`)
  throw ApplicationFailure.nonRetryable(text, failure.code)
}

function end(say: Say, standing: Standing): string {
  const { status } = standing
  say(standing, status === 'DONE' ? doing.DONE : `It ended here: the activation is ${status}.`)
  return status === 'DONE' ? 'ACTIVATED' : status
}
