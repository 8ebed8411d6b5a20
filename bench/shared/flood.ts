import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Load } from './load.ts'

/** What goes on beside what is measured, until it is stopped; then it tells what came of it. */
export interface Flood {
  stop(): Promise<string>
}

const program = join(import.meta.dirname, '..', 'subjects', 'flood.ts')
let floods = 0

/** So many requests at once, from a thread of their own, so that whoever measures is not slowed. */
export function floodOf(load: Load, atOnce: number): Flood {
  const first = 1e12 + ++floods * 1e6
  const worker = new Worker(program, { workerData: { load, atOnce, first } })
  return {
    async stop() {
      const told = once(worker, 'message')
      worker.postMessage('stop')
      const [answers] = (await told) as [Record<string, number>]
      return Object.entries(answers)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')
    },
  }
}
