import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  defineSignal,
  patched,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  TimeoutFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { defineSearchAttributeKey } from '@temporalio/common'
import { deployment } from '../domain/process.ts'
import { refusals } from '../domain/refusal.ts'
import type { StepFailure } from '../kernel/write/activity.ts'

/** What a process is started with: the relay gives it, from the row that asked for the process. */
export interface ProcessInput {
  tenantId: string
  entityId: string
}

/**
 * What lasts minutes ends by the version of the workers that it began with, where they have one.
 * The rest, and what began without one, goes on by each version that becomes the current one.
 */
export function endsByItsVersion<Args extends unknown[]>(
  workflow: (...args: Args) => Promise<unknown>,
): void {
  const hasVersion = () => workflowInfo().currentDeploymentVersion?.deploymentName === deployment
  setWorkflowOptions(() => (hasVersion() ? { versioningBehavior: 'PINNED' } : {}), workflow)
}

/** What the process was waiting for has been settled elsewhere. */
export const closedSignal = defineSignal('closed')

/** An activity that fails is tried again for as long as its process lives, ever less often. */
export const retryForever = {
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
} as const

const awayMs = { first: 30_000, longest: 5 * 60_000 }

/** How long to wait for a part that is away: ever longer, for as long as it takes. */
export function pauses(): () => number {
  let nextMs = awayMs.first
  return () => {
    const ms = nextMs
    nextMs = Math.min(2 * nextMs, awayMs.longest)
    return ms
  }
}

/** What an operator reads meanwhile. */
export const awayText = ({ code }: StepFailure, goesOnAt: number): string =>
  `${awayWords[code] ?? 'A part of the platform is away'} (${code}); ` +
  `it goes on by itself on ${instantText(goesOnAt)}.`

const awayWords: Readonly<Record<string, string>> = {
  TOOK_TOO_LONG: 'The database took too long',
}

/** What the process was about is no longer there: it ends, since nobody can mend that by retrying. */
export function ended<Outcome extends string>(
  gone: true | undefined,
  otherwise: Outcome,
  says?: string,
): Outcome | 'GONE' {
  if (gone === undefined) show(otherwise, says)
  else show('GONE', 'What this was about is no longer there.')
  return gone === undefined ? otherwise : 'GONE'
}

const rxStatus = defineSearchAttributeKey('RxStatus', 'KEYWORD')

/** Where it stands: a status by which it is found in the Temporal UI, and a sentence for who found it. */
export function show(status: string, says?: string): void {
  if (says !== undefined) setCurrentDetails(says)
  const [shown] = workflowInfo().searchAttributes['RxStatus'] ?? []
  if (shown === status) return
  if (shown !== undefined || (status === 'FAILED' && showedFailed())) {
    upsertSearchAttributes([{ key: rxStatus, value: status }])
  }
}

/** Of what began in a release before this, some showed that it had failed, and nothing showed more. */
function showedFailed(): boolean {
  const { workflowType } = workflowInfo()
  if (showedAlways.has(workflowType)) return true
  return showedLater.has(workflowType) && patched('failed-is-shown')
}

const showedAlways = new Set([
  'activateInvoice',
  'deliverBookkeepingFile',
  'runSchedule',
  'sendNotice',
])
const showedLater = new Set(['commitConfiguration', 'onboardClient', 'runAutomation'])

const silent: StepFailure = { code: 'UNAVAILABLE', message: 'It did not end in time.' }

/** A sentence below what it is about. */
export const withAbout = (about: string | undefined, says: string): string =>
  about === undefined ? says : `${about}\n\n${says}`

/** Where what was left to a person goes on. */
export const byErrand = 'Its errand then goes on with it.'

/** A refusal is shown as it is; the cause of any other failure is shown only to operators. */
export function failureIn(error: unknown, otherwise: StepFailure): StepFailure {
  // A local activity fails with what it threw; another would wrap it.
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (cause instanceof TimeoutFailure) return silent
  const code = cause instanceof ApplicationFailure ? cause.type : undefined
  return code != null && code in refusals && cause instanceof ApplicationFailure
    ? { code, message: messageIn(cause) }
    : otherwise
}

/** Without the remedy that stands behind it for who reads the failure. */
export function messageIn({ message, details }: ApplicationFailure): string {
  const [alone] = details ?? []
  return typeof alone === 'string' ? alone : message
}

/** An instant as an operator reads it in the Temporal UI. */
export function instantText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Waits for an instant on the workflow's own clock: true where what it waits for is settled before. */
export type Waiting = (at: number, what: string) => Promise<boolean>

/** Listens from now on for that to be settled, also before the first wait. */
export function untilClosed(): Waiting {
  let closed = false
  setHandler(closedSignal, () => {
    closed = true
  })
  return (at, what) => {
    const leftMs = Math.max(1, at - Date.now())
    return condition(() => closed, leftMs, { summary: `${what} on ${instantText(at)}` })
  }
}
