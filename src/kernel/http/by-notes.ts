import { isNarrowed } from '../../domain/access/scope.ts'
import { Refusal } from '../../domain/refusal.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import { isTakenBack } from '../../ports/database/statements.ts'
import { Trip } from '../../ports/database/trip.ts'
import { traced, transactionSpan } from '../../ports/tracing/traced.ts'
import { asUnavailable, wasMisled } from '../write/database-errors.ts'
import { mayCall, type Admission, type Credentials } from './admission.ts'
import { responseOf, whole } from './answer.ts'
import type { Incoming, Kernel, Prepared } from './prepared.ts'
import type { Work } from './runner.ts'

/** What a request does in a transaction, for whoever is admitted. */
type WorkIn = (transaction: Transaction, admission: Admission) => Work

/**
 * By what was noted a moment ago; or nothing, if too little is known, or if anything at all is
 * refused: then nothing was left behind, and it is done step by step, which says what is wrong.
 */
export async function answeredByNotes(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  workIn: WorkIn,
): Promise<Response | undefined> {
  if (kernel.stepByStep === true) return undefined
  if (prepared.inOneTrip) {
    return traced(transactionSpan, {}, () => answeredInOneTrip(kernel, prepared, incoming, workIn))
  }
  if (!prepared.byNotes) return undefined
  return traced(transactionSpan, {}, () => answeredStepByStep(kernel, prepared, incoming, workIn))
}

/** In steps, of which the first go by notes. */
async function answeredStepByStep(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  workIn: WorkIn,
): Promise<Response | undefined> {
  const { tenantId } = incoming.credentials as Credentials
  const transaction = await Transaction.begin(kernel.runtime.pool, { tenantId }, 'command', {
    notes: 'steady',
    byNotes: true,
  })
  let isDone = false
  try {
    const done = () => (isDone = true)
    return await attempted(kernel, prepared, incoming, workIn, transaction, done)
  } catch (error) {
    const cause = await transaction.sent().then(
      () => error,
      (earlier: unknown) => earlier,
    )
    await transaction.rollback()
    if (!isDone && leftNothing(cause)) return undefined
    throw asUnavailable(cause)
  }
}

const isBusy = (error: unknown) => isOverloaded(error) && !wasMisled(error)

/** The database has said so, or nobody has asked it to commit. */
const leftNothing = (error: unknown) =>
  !isBusy(asUnavailable(error)) &&
  (error instanceof Refusal || isTakenBack(error) || isAborted(error))

/** What failed in it before is somebody else's to tell; it can only be rolled back. */
const isAborted = (error: unknown) => (error as { code?: unknown }).code === '25P02'

/** The whole command as one message. */
async function answeredInOneTrip(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  workIn: WorkIn,
): Promise<Response | undefined> {
  const { tenantId } = incoming.credentials as Credentials
  const trip = new Trip(kernel.runtime.pool, tenantId)
  try {
    return await attempted(kernel, prepared, incoming, workIn, trip)
  } catch (error) {
    if (trip.leftNothing && !isBusy(error)) return undefined
    throw asUnavailable(error)
  }
}

async function attempted(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  workIn: WorkIn,
  transaction: Transaction,
  whenDone?: () => void,
): Promise<Response> {
  const { tenantId, hash } = incoming.credentials as Credentials
  const caller = await kernel.authenticator.caller(transaction, tenantId, hash, incoming.now)
  const admission = mayCall(kernel, prepared.operation, caller)
  if (isNarrowed(admission.scope)) transaction.narrow(admission.scope)
  const work = workIn(transaction, admission)
  work.keyed?.expectFirst()
  const answer = await work.done()
  whenDone?.()
  kernel.lastUses.note(caller, incoming.now)
  return responseOf(await whole(answer, kernel.runtime), incoming)
}

export const isOverloaded = (error: unknown) => error instanceof Refusal && error.status >= 500
