import type { Transaction } from '../../../ports/database/transaction.ts'
import { eventIdAt } from './event-ids.ts'
import {
  eventsOf,
  idsBetween,
  takeSnapshot,
  type Snapshot,
  type StreamedEvent,
} from './streamed-events.ts'

/** How long an event may be on its way from the process that named it to its transaction. */
const onItsWayMs = 3_000
/** What was longer on its way is looked for rarely: clocks differ, and processes stand still. */
const longOnItsWayMs = 15_000
const widelyEveryMs = 10_000
const page = 500

interface Look {
  atMs: number
  snapshot: Snapshot
}

/**
 * How far the events of a tenant were seen. They are committed in another order than they were
 * numbered, but what a snapshot does not see was written after every look that came before the
 * oldest transaction still open in it: only ids from then on are looked at.
 */
export class Watermark {
  readonly #tenantId: string
  /** The last one, and before it those after which something may still be written. */
  #looks: Look[] = []
  #widely: Look | undefined
  /** Found since it was last looked widely. */
  readonly #found = new Set<string>()

  constructor(tenantId: string) {
    this.#tenantId = tenantId
  }

  get isSet(): boolean {
    return this.#looks.length > 0
  }

  /** What is seen up to here; there is nothing before the first look. */
  get snapshot(): Snapshot {
    return this.#looks.at(-1)!.snapshot
  }

  /** What became visible since the last look; by the first one, nothing. */
  async *look(transaction: Transaction, nowMs: number): AsyncGenerator<StreamedEvent[]> {
    const look = { atMs: nowMs, snapshot: await takeSnapshot(transaction) }
    const last = this.#looks.at(-1)
    const widely = (this.#widely ??= look)
    const isWide = nowMs - widely.atMs >= widelyEveryMs
    const before = isWide ? widely : last
    if (before !== undefined && before.snapshot.text !== look.snapshot.text) {
      const since = this.#beganAfter(before)
      const fromMs = isWide
        ? since - longOnItsWayMs
        : Math.max(since - onItsWayMs, before.atMs - longOnItsWayMs)
      const ids = await this.#newIds(transaction, before, look, eventIdAt(fromMs))
      for (let at = 0; at < ids.length; at += page) {
        const some = ids.slice(at, at + page)
        const events = await eventsOf(transaction, this.#tenantId, some, look.snapshot)
        // Where the look breaks off, the next one begins where this one did.
        for (const id of some) this.#found.add(id)
        yield events
      }
    }
    if (isWide) this.#found.clear()
    if (isWide) this.#widely = look
    this.#looks.push(look)
    this.#forget()
  }

  /** What was open at that look has begun after this. */
  #beganAfter({ snapshot: { xmin }, atMs }: Look): number {
    const earlier = this.#looks.findLast(({ snapshot }) => snapshot.xmax <= xmin)
    return earlier?.atMs ?? atMs - longOnItsWayMs
  }

  async #newIds(
    transaction: Transaction,
    { snapshot: earlier }: Look,
    { snapshot: later }: Look,
    after: string,
  ): Promise<string[]> {
    const ids = await idsBetween(transaction, this.#tenantId, { after, earlier, later })
    return ids.filter((id) => !this.#found.has(id)).toSorted()
  }

  /** Looks before the one that the oldest open transaction, as of the wide look, came after. */
  #forget(): void {
    const { xmin } = this.#widely!.snapshot
    const needed = this.#looks.findLastIndex(({ snapshot }) => snapshot.xmax <= xmin)
    if (needed > 0) this.#looks = this.#looks.slice(needed)
  }
}
