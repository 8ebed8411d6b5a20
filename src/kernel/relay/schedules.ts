import {
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import type { Logger } from 'pino'
import { Again } from '../../ports/process/again.ts'

const everyMs = 60_000
/** An engine that hangs keeps nobody from stopping. */
const roundMs = 5_000
const pageSize = 1_000

/** Cancelled, too late, asked too often and unavailable: not one schedule is meant, but all. */
const away = new Set([1, 4, 8, 14])

export interface SchedulesOptions {
  url: string
  client: Client
  log: Logger
}

/** A schedule as it is to be. Whatever can change of it stands in the note of its action. */
export interface Wanted extends ScheduleOptions {
  /** It runs at once when it is made. */
  atOnce: boolean
}

/** Sees to it that the engine has just the schedules of one prefix that are wanted. */
export abstract class Schedules<Options extends SchedulesOptions = SchedulesOptions> {
  protected readonly options: Options
  protected abstract readonly prefix: string
  /** Those that are known to be as they are wanted, by their notes. */
  readonly #current = new Map<string, string>()
  /** What was amiss with each in the last round. */
  #amiss = new Map<string, string>()
  readonly #again: Again

  constructor(options: Options) {
    this.options = options
    const { client, log } = options
    this.#again = new Again({
      everyMs,
      round: () => client.withDeadline(Date.now() + roundMs, () => this.provide()),
      failed: (err) => log.warn({ err }, 'schedules wait for the next minute'),
    })
  }

  protected abstract wanted(): Promise<Wanted[]>

  start(): void {
    this.soon()
    this.#again.start()
  }

  /** A round at once: the engine was away, and may have lost its schedules. */
  soon(): void {
    void this.#again.soon()
  }

  stop(): Promise<void> {
    return this.#again.stop()
  }

  /**
   * Makes what is missing, changes what is otherwise, removes what nobody needs any more. One with
   * which something is amiss keeps no other waiting.
   */
  async provide(): Promise<void> {
    const wanted = new Map((await this.wanted()).map((each) => [each.scheduleId, each]))
    const there = await this.#there()
    const works = [...wanted].map(
      ([id, each]) => [id, () => this.#provideOne(each, there.has(id))] as const,
    )
    const ends = [...there]
      .filter((id) => !wanted.has(id))
      .map((id) => [id, () => this.#remove(id)] as const)
    const amiss = new Map<string, string>()
    const refused = new Map<string, string>()
    for (const [id, work] of [...works, ...ends]) {
      const fault = await this.#faultOf(id, work)
      if (fault === undefined) continue
      amiss.set(id, fault.says)
      if (fault.isRefused) refused.set(id, fault.says)
    }
    this.#amiss = amiss
    await this.told(refused)
  }

  /** Those that the engine refused in this round, by their ids, with what it said. */
  protected async told(_: ReadonlyMap<string, string>): Promise<void> {}

  async #faultOf(
    id: string,
    work: () => Promise<void>,
  ): Promise<{ says: string; isRefused: boolean } | undefined> {
    try {
      await work()
      return undefined
    } catch (err) {
      const { cause = err, message } = err as Error
      const answer = isGrpcServiceError(cause) ? cause : undefined
      if (answer !== undefined && away.has(answer.code)) throw err
      this.#current.delete(id)
      const says = answer?.details ?? message
      if (this.#amiss.get(id) !== says) {
        this.options.log.error({ err, id }, 'a schedule is not as it is to be; the others are')
      }
      // So the client says that an argument is invalid.
      return { says, isRefused: err instanceof TypeError }
    }
  }

  async #there(): Promise<Set<string>> {
    const there = new Set<string>()
    for await (const { scheduleId } of this.options.client.schedule.list({ pageSize })) {
      if (scheduleId.startsWith(this.prefix)) there.add(scheduleId)
    }
    return there
  }

  async #provideOne(wanted: Wanted, isThere: boolean): Promise<void> {
    const id = wanted.scheduleId
    if (isThere && this.#current.get(id) === noteOf(wanted)) return
    if (!isThere && (await this.#create(wanted))) this.options.log.info({ id }, 'made a schedule')
    else await this.#update(wanted)
    this.#current.set(id, noteOf(wanted))
  }

  /** What there is to do today is done at once, also where its zone is new, or the store is. */
  async #create({ atOnce, ...options }: Wanted): Promise<boolean> {
    try {
      const state = { ...options.state, triggerImmediately: atOnce }
      await this.options.client.schedule.create({ ...options, state })
      return true
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) return false
      throw error
    }
  }

  /** Only where something differs: a change would drop what the schedule has still to catch up on. */
  async #update({ atOnce: _, ...options }: Wanted): Promise<void> {
    const handle = this.options.client.schedule.getHandle(options.scheduleId)
    const { action } = await handle.describe()
    const isAsWanted =
      action.memo?.['note'] === noteOf(options) &&
      action.taskQueue === options.action.taskQueue &&
      // What a release before this made begins processes whose moves nobody sees.
      statusOf(action.typedSearchAttributes) !== undefined
    if (isAsWanted) return
    await handle.update(({ state }) => {
      const { paused, note } = state
      const { scheduleId: __, memo: ___, ...wanted } = options
      return { ...wanted, state: paused ? { paused, ...(note && { note }) } : { ...options.state } }
    })
    this.options.log.info({ id: options.scheduleId }, 'changed a schedule')
  }

  /** Another relay may have been quicker. */
  async #remove(id: string): Promise<void> {
    this.#current.delete(id)
    try {
      await this.options.client.schedule.getHandle(id).delete()
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error
    }
    this.options.log.info({ id }, 'removed a schedule that nobody needs')
  }
}

const statusOf = (given: ScheduleOptions['action']['typedSearchAttributes']) => {
  const attributes =
    given instanceof TypedSearchAttributes ? given : new TypedSearchAttributes(given)
  return attributes.get(rxStatus)
}

const rxStatus = defineSearchAttributeKey('RxStatus', 'KEYWORD')
const noteOf = ({ action }: Pick<ScheduleOptions, 'action'>) => String(action.memo?.['note'])
