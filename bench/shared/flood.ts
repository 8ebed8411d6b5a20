import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Load } from './load.ts'

/** What goes on beside what is measured, until it is stopped; then it tells what came of it. */
export interface Flood {
  stop(): Promise<string>
}

const program = join(import.meta.dirname, '..', 'subjects', 'flood.ts')
let floods = 0

/** So many requests at once, from a process of their own, so that whoever measures is not slowed. */
export function floodOf(load: Load, atOnce: number): Flood {
  const sender = fork(program)
  sender.send({ load, atOnce, first: 1e12 + ++floods * 1e6 })
  return {
    async stop() {
      const told = once(sender, 'message')
      sender.send('stop')
      const [answers] = (await told) as [Record<string, number>]
      return Object.entries(answers)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')
    },
  }
}
