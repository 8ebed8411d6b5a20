import { ApplicationFailure } from '@temporalio/common'
import { Refusal } from '../domain/refusal.ts'
import { isTemporary } from '../kernel/write/activity.ts'
import { asUnavailable } from '../kernel/write/database-errors.ts'

/** A refusal stays the same on a retry, so it is final; any other failure is retried. */
export function failureOf(error: unknown): unknown {
  const known = asUnavailable(error)
  if (!(known instanceof Refusal)) return error
  const { message, code: type } = known
  return ApplicationFailure.create({ message, type, nonRetryable: !isTemporary(known) })
}
