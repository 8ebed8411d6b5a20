import type { Seen } from '../../../domain/payments/bank-feed.ts'
import type { SftpServer } from '../../sftp/session.ts'

/** Where files of a bank are fetched, and by what one is let in there. */
export interface FeedTarget extends SftpServer {
  tenantId: string
  folder: string
}

export type SettledInto = 'done' | 'failed'

/** A folder of a bank while it is looked at. */
export interface OpenFeed {
  /** Its files, and nothing else that stands there. */
  list(): Promise<readonly Seen[]>
  /** All of it, as it was seen, as it comes; it breaks off where the file is another by now. */
  read(seen: Seen): AsyncIterable<Uint8Array>
  /** Out of the way. One that is gone is so already; one that is another by now stays: false. */
  settle(seen: Seen, into: SettledInto, name: string): Promise<boolean>
  close(): void
}

/** A way to where banks leave files. It ends by itself once it is `stopped`. */
export interface BankFeedPort {
  open(target: FeedTarget, stopped: AbortSignal): Promise<OpenFeed>
}

export type BankFeedPorts = Readonly<Record<'FOLDER' | 'SFTP', BankFeedPort>>

/** It was written to meanwhile, so it is left until it is whole. */
export class Changed extends Error {}

/** More than a folder is ever looked through for. */
export const listedMost = 10_000
