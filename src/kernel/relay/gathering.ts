import type { Pool } from 'pg'
import type { Outcome, OutboxMessage } from './dispatch.ts'

export interface Gathered {
  /** Sent by a batch, or needed no more. */
  done: readonly OutboxMessage[]
  /** To be sent one by one. */
  alone: readonly OutboxMessage[]
  /** Left for a batch that is at work, which takes in what waits, or has taken it. */
  later: readonly OutboxMessage[]
  /** What the engine said to each batch that was begun. */
  outcomes: readonly Outcome[]
}

/** Sends one message to Temporal. */
export type Send = (message: OutboxMessage) => Promise<Outcome>

/** Starts that are sent together where many wait; an area registers its own. */
export interface Gathering {
  /** Those among what was claimed, a list for each tenant. */
  among(messages: readonly OutboxMessage[]): OutboxMessage[][]
  gather(
    pool: Pool,
    send: Send,
    claimed: readonly OutboxMessage[],
    leaseSeconds: number,
  ): Promise<Gathered>
}
