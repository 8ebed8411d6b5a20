import { ApplicationFailure } from '@temporalio/common'
import { Refusal } from '../domain/refusal.ts'
import type { Runtime } from './runtime.ts'

/** What a workflow gives an activity: ids, and the time as the workflow knows it. */
export interface TaskInput {
  tenantId: string
  entityId: string
  at: number
}

/** One activity at work. */
export interface Task {
  runtime: Runtime
  tenantId: string
  entityId: string
  now: Date
  workflowId: string
}

export type TaskVerb<Result> = (task: Task) => Promise<Result>

/** A refusal will not change by trying again; whatever else went wrong may, and is tried again. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.status >= 500) return error
  return ApplicationFailure.nonRetryable(error.message, error.code)
}
