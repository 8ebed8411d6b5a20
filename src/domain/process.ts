/** A process over time: the workflow that runs it, its queue, and how its id is made. */
export interface Process {
  workflow: string
  queue: 'core' | 'webhooks' | 'bulk'
  /** First segment of its workflow ids: `{prefix}/{tenant}/{entity}`. */
  prefix: string
  /** The attribute that operators search by. */
  entity: string
  /**
   * In whose name it works: what goes on for somebody who asked asks again, before each piece,
   * whether they still may.
   */
  inNameOf: 'platform' | 'asker'
  /** What `RxStatus` says of it in the Temporal UI; the first, as what it begins. */
  statuses: readonly [begins: string, ...others: string[]]
  /** Where the interface shows what it is about: `{id}` is the first segment of its key. */
  shownAt?: `/${string}`
}

/** What all versions of the workers are versions of. */
export const deployment = 'receivables'
