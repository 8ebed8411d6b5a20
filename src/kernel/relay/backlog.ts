import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { taskQueueOf } from '../../domain/processes.ts'

/** So many may stand in the engine before a worker has taken them up. */
const standMost = 32
/** However many stand, whoever has nothing there yet is not kept waiting for all of them. */
const alone = { leastRoom: 4, pauseMs: 50 }
/** As many in the same time, in smaller pieces, so that another tenant has its turn sooner. */
const beside = { leastRoom: 2, pauseMs: 25 }
const workflowTasks = 1

/**
 * What was started and no worker has taken up. What is started goes on, whoever else comes: so what
 * workers do not keep up with is left with us, where tenants have turns, and where it can still be
 * dropped. The queue of webhooks does not count, since its workers wait for receivers.
 */
export class Backlog {
  readonly #client: Client
  readonly #taskQueue = taskQueueOf('activateInvoice')

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * How many more may be started now, after a while where the engine has enough. Where nobody
   * works, nobody is kept busy by what stands; an engine that does not answer is told of by the
   * start itself.
   */
  async room(areSeveral = false): Promise<number> {
    const { leastRoom, pauseMs } = areSeveral ? beside : alone
    const left = await this.#left().catch(() => Infinity)
    if (left >= leastRoom) return left
    await sleep(pauseMs)
    return leastRoom
  }

  async #left(): Promise<number> {
    const { namespace } = this.#client.options
    const { pollers, stats } = await this.#client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: this.#taskQueue },
      taskQueueType: workflowTasks,
      reportStats: true,
    })
    if (pollers.length === 0) return Infinity
    return standMost - Number(stats?.approximateBacklogCount ?? 0)
  }
}
