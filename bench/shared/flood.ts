import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Load } from './load.ts'
import { startProgram } from './programs.ts'

/** What goes on beside what is measured, until it is stopped; then it tells what came of it. */
export interface Flood {
  stop(): Promise<string>
  /** The same, as many a second, sent to who does nothing: what sender and machine take by themselves. */
  elsewhere?(): Promise<Flood>
}

/** What came back: how many by status, and how many bytes of all. */
export interface CameBack {
  answers: Record<string, number>
  bytes: number
}

const program = join(import.meta.dirname, '..', 'subjects', 'flood.ts')
let floods = 0

/** So many requests at once, from a process of their own, so that whoever measures is not slowed. */
export function floodOf(load: Load, atOnce: number): Flood {
  const sender = fork(program)
  const began = performance.now()
  sender.send({ load, atOnce, first: 1e12 + ++floods * 1e6 })
  let each = { afterMs: 0, bytes: 0 }
  return {
    async stop() {
      const told = once(sender, 'message')
      sender.send('stop')
      const lastedMs = performance.now() - began
      const [{ answers, bytes }] = (await told) as [CameBack]
      const count = Object.values(answers).reduce((sum, one) => sum + one, 0)
      each = { afterMs: (lastedMs * atOnce) / count, bytes: bytes / count }
      return Object.entries(answers)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')
    },
    async elsewhere() {
      const { afterMs, bytes } = each
      const args = [afterMs, bytes].map((number) => String(Math.round(number)))
      const server = await startProgram({ file: 'bench/subjects/elsewhere.ts', args })
      const flood = floodOf({ ...load, url: server.url }, atOnce)
      return { stop: () => flood.stop().finally(() => server.stop()) }
    },
  }
}
