import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client'
import type { Logger } from 'pino'
import { Again } from '../../ports/process/again.ts'

const everyMs = 60_000
/** An engine that hangs keeps nobody from stopping. */
const roundMs = 5_000
const pageSize = 1_000

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
export abstract class Schedules {
  protected readonly options: SchedulesOptions
  protected abstract readonly prefix: string
  /** Those that are known to be as they are wanted, by their notes. */
  readonly #current = new Map<string, string>()
  readonly #again: Again

  constructor(options: SchedulesOptions) {
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

  /** Makes what is missing, changes what is otherwise, removes what nobody needs any more. */
  async provide(): Promise<void> {
    const wanted = new Map((await this.wanted()).map((each) => [each.scheduleId, each]))
    const there = await this.#there()
    for (const [id, each] of wanted) await this.#provideOne(each, there.has(id))
    for (const id of there) if (!wanted.has(id)) await this.#remove(id)
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
      action.memo?.['note'] === noteOf(options) && action.taskQueue === options.action.taskQueue
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

const noteOf = ({ action }: Pick<ScheduleOptions, 'action'>) => String(action.memo?.['note'])
