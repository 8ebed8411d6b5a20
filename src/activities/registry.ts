import { activityInfo } from '@temporalio/activity'
import { expireInvitation } from './access/expire-invitation.ts'
import { remindOfInvitation, sendInvitation } from './access/mail-invitation.ts'
import { expirePasswordReset, sendPasswordReset } from './access/mail-password-reset.ts'
import type { Runtime } from './runtime.ts'
import { failureOf, type TaskInput, type TaskVerb } from './task.ts'

/** The verbs that workflows call, by the names under which they call them. */
const verbs = {
  sendInvitation,
  remindOfInvitation,
  expireInvitation,
  sendPasswordReset,
  expirePasswordReset,
} satisfies Record<string, TaskVerb<unknown>>

type Verbs = typeof verbs

export type Activities = {
  [Name in keyof Verbs]: (input: TaskInput) => ReturnType<Verbs[Name]>
}

export function createActivities(runtime: Runtime): Activities {
  const entries = Object.entries(verbs).map(([name, verb]) => [
    name,
    ({ tenantId, entityId, at }: TaskInput) => {
      const { workflowExecution } = activityInfo()
      const workflowId = workflowExecution?.workflowId ?? ''
      return (verb as TaskVerb<unknown>)({
        runtime,
        tenantId,
        entityId,
        now: new Date(at),
        workflowId,
      }).catch((error: unknown) => {
        throw failureOf(error)
      })
    },
  ])
  return Object.fromEntries(entries) as Activities
}
