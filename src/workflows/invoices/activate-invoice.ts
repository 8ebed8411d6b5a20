import {
  ApplicationFailure,
  condition,
  defineQuery,
  isCancellation,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import { defineSearchAttributeKey } from '@temporalio/common'
import type { Activities } from '../../activities/registry.ts'
import type { StepFailure } from '../../kernel/write/activity.ts'
import { internalFailure, type Standing } from '../../domain/invoices/activation.ts'
import { isWaitedFor } from '../../domain/passing.ts'
import {
  awayText,
  closedSignal,
  endsByItsVersion,
  failureIn,
  pauses,
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
const rxStatus = defineSearchAttributeKey('RxStatus', 'KEYWORD')

endsByItsVersion(activateInvoice)

/** One activation from its acceptance to its end, each step seen, tried again, and done once. */
export async function activateInvoice(input: ProcessInput): Promise<string> {
  let closed = false
  let where: Where = { step: 'BEGIN', says: doing.BEGIN }
  setHandler(closedSignal, () => {
    closed = true
  })
  setHandler(whereQuery, () => where)
  const say = (step: Where['step'], says = doing[step]) => {
    where = { step, says }
    setCurrentDetails(says)
  }

  let standing: Standing = { status: 'RUNNING', step: 'BEGIN' }
  let pause = pauses()
  while (moving.has(standing.status)) {
    say(standing.step)
    const outcome = await attempt(standing.step, input)
    if ('status' in outcome) {
      standing = outcome
      pause = pauses()
    } else if (isWaitedFor(outcome.code)) {
      const pauseMs = pause()
      say(standing.step, awayText(outcome, Date.now() + pauseMs))
      await condition(() => closed, pauseMs, { summary: 'try again what could not be reached' })
    } else {
      standing = await failActivation({ ...input, at: Date.now(), failure: outcome })
      if (standing.status === 'FAILED') stop(say, standing.step, outcome)
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

type Say = (step: Where['step'], says?: string) => void

/** Those that need a person are found by their status; that of the others is the workflow's own. */
function stop(say: Say, step: Standing['step'], { code, message }: StepFailure): never {
  say(step, `It stopped at ${step}: ${code}. An errand waits for a person.`)
  upsertSearchAttributes([{ key: rxStatus, value: 'FAILED' }])
  throw ApplicationFailure.nonRetryable(message, code)
}

function end(say: Say, { status, step }: Standing): string {
  const result = status === 'DONE' ? 'ACTIVATED' : status
  say(step, status === 'DONE' ? doing.DONE : `It ended here: the activation is ${status}.`)
  return result
}
