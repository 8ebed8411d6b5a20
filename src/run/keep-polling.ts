import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from '@temporalio/worker'
import type { Runtime } from '../kernel/write/runtime.ts'

/** A worker at work, and the end of it, which never fails. */
export interface Polling {
  worker: Worker
  ended: Promise<void>
}

export interface KeptWorker {
  state(): string
  stop(): Promise<void>
}

const pauseMs = 1_000

/**
 * A worker waits out an engine that is away. It ends for good when the engine comes back without
 * its namespace; then another one takes its place as soon as there is one again.
 */
export async function keepPolling(
  queue: string,
  open: (queue: string) => Promise<Polling>,
  prepare: () => Promise<void>,
  { log }: Runtime,
): Promise<KeptWorker> {
  const ending = new AbortController()
  const { signal } = ending
  let current = await open(queue)

  const openAgain = async (): Promise<Polling> => {
    for (;;) {
      await sleep(pauseMs, undefined, { signal })
      try {
        await prepare()
        return await open(queue)
      } catch (error) {
        log.warn({ err: error, queue }, 'a worker cannot begin yet')
      }
    }
  }

  const keeping = (async () => {
    for (;;) {
      await current.ended
      if (signal.aborted) return
      current = await openAgain()
      log.info({ queue }, 'another worker took the place of one that ended')
      if (signal.aborted) shutdown(current.worker)
    }
  })().catch(() => undefined)

  return {
    state: () => current.worker.getState(),
    async stop() {
      ending.abort()
      shutdown(current.worker)
      await keeping
    },
  }
}

function shutdown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown()
}
