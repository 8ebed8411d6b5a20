import { passes } from '../../domain/passing.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { RetryAskedBy } from '../../domain/webhooks/delivery.ts'
import type { Runtime } from './runtime.ts'

/** What stopped a step: our refusal code, or the name of the error. */
export interface StepFailure {
  code: string
  message: string
}

/** What a workflow gives an activity: ids, and the time as the workflow knows it. */
export interface TaskInput {
  tenantId: string
  entityId: string
  at: number
  /** Added when the activity reports a step that failed. */
  failure?: StepFailure
  /** Added when somebody asked for the activity. */
  by?: RetryAskedBy
}

/** What an activity has besides what it was given. */
export interface AtWork {
  runtime: Runtime
  now: Date
  workflowId: string
}

/** One activity at work on an entity of a tenant. */
export interface Task extends AtWork {
  tenantId: string
  entityId: string
  failure?: StepFailure
  by?: RetryAskedBy
}

export type TaskVerb<Result> = (task: Task) => Promise<Result>

/** Any verb that a workflow calls, whatever it is given. */
export type ActivityVerb = (given: never) => Promise<unknown>

/** What a workflow gives to such a verb: ids, days, and the time as the workflow knows it. */
export type GivenTo<Verb extends ActivityVerb> = Omit<Parameters<Verb>[0], keyof AtWork> & {
  at: number
}

/** A conflict with another caller, or an unavailable part of the platform: a retry may succeed. */
export function isTemporary({ code }: Refusal): boolean {
  return passes(code)
}
