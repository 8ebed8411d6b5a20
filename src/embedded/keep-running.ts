import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from './child.ts'

/** A program with all that belongs to it, for as long as it runs. */
export interface Run {
  exited: Promise<Exit>
  stop(): Promise<void>
}

/** A program that is started again in place when it ends by itself. */
export interface Kept {
  /** Resolves once it runs, however often it has to be started for that. */
  up(signal: AbortSignal): Promise<void>
  /** Why it does not run at present. */
  away(): string | undefined
  stop(): Promise<void>
}

export interface KeepOptions<R extends Run> {
  name: string
  /** Where to look for the reason. */
  logs: string
  /** Starts it where it was: same address, same data. */
  again(signal: AbortSignal): Promise<R>
  /** It ended too often in too short a time. */
  onLoss(): void
  say(line: string): void
}

const limit = { ends: 8, withinMs: 60_000 }
const pause = { firstMs: 50, longestMs: 2_000 }

/** How long to wait before the next start, or that there have been too many. */
export class Ends {
  readonly #at: number[] = []

  note(now: number): { pauseMs: number; tooMany: boolean } {
    this.#at.push(now)
    while (now - (this.#at[0] ?? now) > limit.withinMs) this.#at.shift()
    const pauseMs = Math.min(pause.firstMs * 2 ** (this.#at.length - 1), pause.longestMs)
    return { pauseMs, tooMany: this.#at.length > limit.ends }
  }
}

/** Keeps a running program running until it is told to stop, or ends too often. */
export function keep<R extends Run>(first: R, o: KeepOptions<R>): Kept {
  const ending = new AbortController()
  const { signal } = ending
  const ends = new Ends()
  let current = first
  let away: string | undefined
  let up: Promise<void> = Promise.resolve()

  const startAgain = async (): Promise<void> => {
    for (;;) {
      const { pauseMs, tooMany } = ends.note(Date.now())
      if (tooMany) throw new Error(`${o.name} ended more than ${limit.ends} times within a minute`)
      await sleep(pauseMs, undefined, { signal })
      try {
        current = await o.again(signal)
        away = undefined
        return
      } catch (error) {
        if (signal.aborted) throw error
        o.say(`${o.name} did not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  const watch = async (): Promise<void> => {
    for (;;) {
      const { code, signal: by } = await current.exited
      if (signal.aborted) return
      away = `ended by itself (${by ?? code}) and is being started again`
      o.say(`${o.name} ${away}; its log is in ${o.logs}`)
      up = current.stop().then(startAgain)
      await up
      if (signal.aborted) return
      o.say(`${o.name} runs again`)
    }
  }

  const watching = watch().catch((error: Error) => {
    if (signal.aborted) return
    o.say(`${error.message}; its log is in ${o.logs}`)
    o.onLoss()
  })

  return {
    up: (given) => orAborted(up, given),
    away: () => away,
    async stop() {
      ending.abort()
      await current.stop()
      await watching
      // What had just been started when the word came.
      await current.stop()
    },
  }
}

async function orAborted(up: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  await Promise.race([up, aborted])
}
