import { isNarrowed } from '../../domain/access/scope.ts'
import type { Purpose } from '../../ports/database/planning.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import { admissionOf, isSame, mayCall, type Admission, type Credentials } from './admission.ts'
import type { Incoming, Kernel, Prepared } from './prepared.ts'

/** A transaction that begins in one round trip with the query for the caller. */
export class Opening {
  readonly transaction: Transaction
  /** The caller as known a moment ago; it is checked again before anything is answered. */
  readonly expected: Admission | undefined
  readonly #admission: Promise<Admission>
  #guess: Promise<unknown> | undefined

  static async begin(kernel: Kernel, prepared: Prepared, incoming: Incoming): Promise<Opening> {
    const { operation, writes } = prepared
    const { tenantId, hash } = incoming.credentials as Credentials
    const known = writes ? undefined : kernel.authenticator.known(hash)
    const expected = known && admissionOf(kernel, operation, known)
    const transaction = await Transaction.begin(
      kernel.runtime.pool,
      { tenantId },
      purposeOf(prepared),
      { notes: prepared.notes },
    )
    const asking = kernel.authenticator.caller(transaction, tenantId, hash, incoming.now)
    const admission = asking.then((caller) => {
      const admitted = mayCall(kernel, operation, caller)
      kernel.lastUses.note(caller, incoming.now)
      return admitted
    })
    return new Opening(transaction, expected, admission)
  }

  private constructor(
    transaction: Transaction,
    expected: Admission | undefined,
    admission: Promise<Admission>,
  ) {
    this.transaction = transaction
    this.expected = expected
    this.#admission = admission
    // The request may have ended without waiting for this.
    admission.catch(() => undefined)
  }

  /** The caller as it is now; refused if it lacks the right. */
  admission(): Promise<Admission> {
    return this.#admission
  }

  /** Only a caller who may make the request learns what was wrong with it. */
  errorToShow(error: unknown): Promise<unknown> {
    return this.#admission.then(
      () => error,
      (refusal: unknown) => refusal,
    )
  }

  /**
   * Does the work for the expected caller while the caller is still being read. The result is
   * thrown away if anything about the caller has changed.
   */
  async answer<T>(work: (admission: Admission) => Promise<T>): Promise<T> {
    const { expected, transaction } = this
    const guess = expected && this.#guessed(expected, work)
    const admission = await this.#admission
    if (guess !== undefined && expected !== undefined && isSame(admission, expected)) return guess
    await guess?.catch(() => undefined)
    const { scope } = admission
    if (isNarrowed(scope) || guess !== undefined) transaction.narrow(scope)
    return work(admission)
  }

  #guessed<T>(expected: Admission, work: (admission: Admission) => Promise<T>): Promise<T> {
    if (isNarrowed(expected.scope)) this.transaction.narrow(expected.scope)
    const guess = work(expected)
    guess.catch(() => undefined)
    this.#guess = guess
    return guess
  }

  /** Rolls back what is not committed; only a caller who may repeat at once waits for it. */
  async end({ writes }: Prepared, { headers }: Request): Promise<void> {
    // Nothing may be sent on the connection after it is released.
    await this.#guess?.catch(() => undefined)
    await this.#admission.catch(() => undefined)
    if (!writes) return this.transaction.leave()
    const undone = this.transaction.rollback()
    // The key of a request is free again only when its transaction is over.
    if (headers.has('idempotency-key')) await undone
  }
}

function purposeOf({ operation: { declared }, writes }: Prepared): Purpose {
  return declared.purpose ?? (!writes || declared.lists !== undefined ? 'read' : 'command')
}
