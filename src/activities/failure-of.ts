import { ApplicationFailure, TemporalFailure } from '@temporalio/common'
import { Refusal } from '../domain/refusal.ts'
import { remedyOf } from '../domain/remedies.ts'
import { isTemporary } from '../kernel/write/activity.ts'
import { asUnavailable } from '../kernel/write/database-errors.ts'

/**
 * A refusal stays the same on a retry, so it is final; any other failure is retried. Who reads it
 * in the Temporal UI reads what to do as well; the message alone is among its details.
 */
export function failureOf(error: unknown): unknown {
  const known = asUnavailable(error)
  if (known instanceof Refusal) {
    const { message, code: type } = known
    const said = `${message}. ${remedyOf(type)}`
    const nonRetryable = !isTemporary(known)
    return ApplicationFailure.create({ message: said, type, nonRetryable, details: [message] })
  }
  if (!(known instanceof Error) || known instanceof TemporalFailure) return known
  const message = `${known.message}. It is tried again; if that does not help, report this failure.`
  return ApplicationFailure.fromError(known, { message })
}
