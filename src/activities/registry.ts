import { activityInfo, Context } from '@temporalio/activity'
import { expireInvitation } from './access/expire-invitation.ts'
import { remindOfInvitation, sendInvitation } from './access/mail-invitation.ts'
import { expirePasswordReset, sendPasswordReset } from './access/mail-password-reset.ts'
import { onboardingVerbs } from './clients/onboarding/do-step.ts'
import { failOnboarding } from './clients/onboarding/fail-onboarding.ts'
import { exportInvoices } from './clients/sync/export-invoices.ts'
import { finishOnboarding } from './clients/onboarding/finish-onboarding.ts'
import { collectDecision, readDecision, runDecisionEngine } from './factoring/run-decision.ts'
import { workOffTask } from './system/run-task.ts'
import { activateChunk } from './invoices/activate-chunk.ts'
import { afterActivation } from './invoices/after-activation.ts'
import { beginActivation } from './invoices/begin-activation.ts'
import { bookActivation } from './invoices/book-activation.ts'
import { failActivation } from './invoices/fail-activation.ts'
import { makeDocuments } from './invoices/make-documents.ts'
import { crashPoint } from '../ports/process/crash-point.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { acceptRetry } from './webhooks/accept-retry.ts'
import { attemptDelivery, retryManually } from './webhooks/attempt-delivery.ts'
import { openDelivery } from './webhooks/open-delivery.ts'
import { failureOf, type TaskInput, type TaskVerb } from '../kernel/write/activity.ts'

/** The verbs that workflows call, by the names under which they call them. */
const verbs = {
  sendInvitation,
  remindOfInvitation,
  expireInvitation,
  sendPasswordReset,
  expirePasswordReset,
  workOffTask,
  ...onboardingVerbs,
  finishOnboarding,
  exportInvoices,
  failOnboarding,
  collectDecision,
  runDecisionEngine,
  readDecision,
  beginActivation,
  makeDocuments,
  bookActivation,
  afterActivation,
  failActivation,
  activateChunk,
  openDelivery,
  attemptDelivery,
  retryManually,
  acceptRetry,
} satisfies Record<string, TaskVerb<unknown>>

type Verbs = typeof verbs

export type Activities = {
  [Name in keyof Verbs]: (input: TaskInput) => ReturnType<Verbs[Name]>
}

export function createActivities(runtime: Runtime): Activities {
  const entries = Object.entries(verbs).map(([name, verb]) => [
    name,
    ({ at, ...input }: TaskInput) => {
      const { workflowExecution, heartbeatTimeoutMs } = activityInfo()
      const workflowId = workflowExecution?.workflowId ?? ''
      const stop = heartbeatTimeoutMs === undefined ? undefined : beating(heartbeatTimeoutMs / 3)
      const about = () => [name, input.entityId]
      crashPoint('before-activity', about)
      return (verb as TaskVerb<unknown>)({
        ...input,
        runtime,
        now: new Date(at),
        workflowId,
      })
        .then((result) => {
          crashPoint('after-activity', about)
          return result
        })
        .catch((error: unknown) => {
          throw failureOf(error)
        })
        .finally(stop)
    },
  ])
  return Object.fromEntries(entries) as Activities
}

/** Long work says that its process is alive, so that another takes it up soon if that dies. */
function beating(everyMs: number): () => void {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), everyMs).unref()
  return () => clearInterval(timer)
}
