import { refuse } from '../../../domain/refusal.ts'
import { Transaction } from '../../../ports/database/transaction.ts'
import type { Caller } from '../../../policy/authenticate.ts'
import type { Kernel } from '../prepared.ts'
import { Channel, type ClosingReason } from './channel.ts'
import { eventIdAt, timeOfEventId, type Mark } from './event-ids.ts'
import { eventsMissed, type Snapshot } from './streamed-events.ts'
import { TransactionClock } from './transaction-clock.ts'
import { Watermark } from './watermark.ts'
import { nowMs as timeNowMs } from '../../../ports/database/clock.ts'

const pollMs = 500
/** An event may be named so long before the one that a reader names. */
const lookBackMs = 15_000
const tenantsAtOnce = 2
const failuresMax = 20
/** How far back missed events are sent; a reader with an older position has to read anew. */
const missedMs = 3_600_000
const missedMax = 1_000

export const rightToListen = { anyOf: ['GenerateRealtimeToken'] } as const

/** The readers of one tenant, and the events sent to them lately. */
interface Feed {
  channels: Set<Channel>
  /** Events from before the first reader are not sent. */
  watermark: Watermark
}

export interface Opening {
  caller: Caller
  hash: string
  last: Mark | undefined
  /** Ends the connection of a reader that does not read. */
  hangUp(): void
}

export interface ChannelLimits {
  perCaller: number
  perProcess: number
}

/**
 * The open channels of a process. One look serves all of a tenant's: it asks who they are now, and
 * what is new.
 */
export class Channels {
  readonly #kernel: Kernel
  readonly #limits: ChannelLimits
  readonly #feeds = new Map<string, Feed>()
  readonly #clock = new TransactionClock()
  #count = 0
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(kernel: Kernel, limits: ChannelLimits = { perCaller: 20, perProcess: 1_000 }) {
    this.#kernel = kernel
    this.#limits = limits
  }

  /** Adds a reader: it gets what it missed since the event it names, then what happens. */
  async open({ caller, hash, last, hangUp }: Opening): Promise<Channel> {
    const feed = this.#feedOf(caller.tenantId)
    if (this.#stopped || this.#isFull(feed, caller)) {
      if (feed.channels.size === 0) this.#feeds.delete(caller.tenantId)
      refuse('TOO_MANY_REQUESTS', {
        detail: 'There are as many open channels as there may be.',
        retryAfterSeconds: 10,
      })
    }
    const channel: Channel = new Channel(caller, hash, timeNowMs(), (reason) =>
      this.#ended(channel, reason, hangUp),
    )
    feed.channels.add(channel)
    this.#count++
    try {
      // What is seen by a poll before this one belongs to what was there before.
      await this.#inTurn(() => this.#begin(feed, channel, last))
    } catch (error) {
      channel.close('UNAVAILABLE')
      throw error
    }
    this.#timer ??= setTimeout(() => void this.#run(), pollMs).unref()
    return channel
  }

  /** A caller has few, and a tenant no more than are left for others. */
  #isFull({ channels }: Feed, { countedAs }: Caller): boolean {
    const { perCaller, perProcess } = this.#limits
    if (channels.size >= perProcess - this.#count) return true
    let own = 0
    for (const { caller } of channels) if (caller.countedAs === countedAs) own++
    return own >= perCaller
  }

  /** Looks once for every channel. */
  poll(): Promise<void> {
    return this.#inTurn(() => this.#round())
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#closeAll('STOPPING')
    await this.#polling
  }

  /** One after the other, so that nothing is sent twice. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#polling.then(work)
    this.#polling = done.catch(() => undefined)
    return done
  }

  async #run(): Promise<void> {
    await this.poll().catch((error: unknown) => this.#failed(error))
    const isOver = this.#stopped || this.#count === 0
    this.#timer = isOver ? undefined : setTimeout(() => void this.#run(), pollMs).unref()
  }

  #failed(error: unknown): void {
    this.#kernel.runtime.log.warn({ err: error }, 'the realtime channels could not be served')
    // Nobody listens for long without being asked who they are.
    if (++this.#failures >= failuresMax) this.#closeAll('UNAVAILABLE')
  }

  async #round(): Promise<void> {
    const waiting = [...this.#feeds].filter(([, { watermark }]) => watermark.snapshot)
    const failed: unknown[] = []
    const serveNext = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [tenantId, feed] = next
        const serve = (transaction: Transaction) => this.#serve(transaction, tenantId, feed)
        await this.#inTransaction(tenantId, serve).catch((error: unknown) => failed.push(error))
      }
    }
    await Promise.all(Array.from({ length: tenantsAtOnce }, serveNext))
    if (failed.length > 0) throw failed[0]
    this.#failures = 0
  }

  async #serve(
    transaction: Transaction,
    tenantId: string,
    { channels: all, watermark }: Feed,
  ): Promise<void> {
    const channels = [...all].filter(({ isCurrent }) => isCurrent)
    await this.#recheck(transaction, tenantId, channels)
    const nowMs = timeNowMs()
    for await (const events of watermark.look(transaction, nowMs)) {
      for (const event of events) for (const channel of channels) channel.send(event, nowMs)
    }
    for (const channel of channels) channel.beat(nowMs)
  }

  /** Who they are now, each token asked once: a right that was taken is gone here as everywhere. */
  async #recheck(
    transaction: Transaction,
    tenantId: string,
    channels: readonly Channel[],
  ): Promise<void> {
    const { authenticator, gate, now } = this.#kernel
    const hashes = [...new Set(channels.map(({ hash }) => hash))]
    const callers = await authenticator.callers(transaction, tenantId, hashes, now())
    for (const channel of channels) {
      const caller = callers.get(channel.hash)
      if (caller === undefined) channel.close('ENDED')
      else if (gate.allows(caller.rights, rightToListen) === undefined) {
        channel.close('ACCESS_DENIED')
      } else channel.caller = caller
    }
  }

  async #begin(feed: Feed, channel: Channel, last: Mark | undefined): Promise<void> {
    const { tenantId } = channel
    await this.#inTransaction(tenantId, async (transaction) => {
      // Others of the tenant get what is new; then this one gets what it missed up to there.
      await this.#serve(transaction, tenantId, feed)
      const { snapshot } = feed.watermark
      if (last !== undefined) await this.#catchUp(transaction, channel, snapshot!, last)
      channel.isCurrent = true
    })
  }

  async #catchUp(
    transaction: Transaction,
    channel: Channel,
    seen: Snapshot,
    last: Mark,
  ): Promise<void> {
    const nowMs = timeNowMs()
    const lastMs = timeOfEventId(last.eventId) ?? 0
    const after = eventIdAt(lastMs - lookBackMs)
    const isLate = nowMs - lastMs > missedMs
    const limit = missedMax + 1
    const missed = isLate
      ? []
      : await eventsMissed(transaction, channel.tenantId, after, last, seen, limit)
    if (isLate || missed.length === limit) {
      channel.say('event: reset\ndata: {"reason":"TOO_LONG_AGO"}\n\n', nowMs)
      return
    }
    for (const event of missed) channel.catchUp(event, nowMs)
  }

  async #inTransaction(
    tenantId: string,
    work: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const transaction = await Transaction.begin(this.#kernel.runtime.pool, { tenantId }, 'read')
    try {
      await work(transaction)
    } finally {
      await transaction.rollback()
    }
  }

  #feedOf(tenantId: string): Feed {
    const known = this.#feeds.get(tenantId)
    if (known !== undefined) return known
    const feed = { channels: new Set<Channel>(), watermark: new Watermark(tenantId, this.#clock) }
    this.#feeds.set(tenantId, feed)
    return feed
  }

  #ended(channel: Channel, reason: ClosingReason, hangUp: () => void): void {
    const feed = this.#feeds.get(channel.tenantId)
    if (feed?.channels.delete(channel) === true) this.#count--
    if (feed?.channels.size === 0) this.#feeds.delete(channel.tenantId)
    if (reason === 'SLOW') hangUp()
  }

  #closeAll(reason: ClosingReason): void {
    for (const { channels } of this.#feeds.values()) {
      for (const channel of channels) channel.close(reason)
    }
  }
}
