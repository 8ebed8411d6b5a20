import { setTimeout as sleep } from 'node:timers/promises'
import type { Exit } from './child.ts'

/** One run of a program, with the helpers that belong to it. */
export interface Run {
  exited: Promise<Exit>
  stop(): Promise<void>
}

/** A program that is started again, at the same address, when it ends by itself. */
export interface Kept {
  /** Resolves when it runs, after as many starts as that takes. */
  up(signal: AbortSignal): Promise<void>
  /** Why it does not run now. */
  away(): string | undefined
  stop(): Promise<void>
}

export interface KeepOptions<R extends Run> {
  name: string
  /** Where to look for the reason. */
  logs: string
  /** Starts it again with the same address and data. */
  again(signal: AbortSignal): Promise<R>
  /** Called when it ended too often in a short time. */
  onLoss(): void
  say(line: string): void
}

const limit = { ends: 8, withinMs: 60_000 }
const pause = { firstMs: 50, longestMs: 2_000 }

/** Counts how often a program ended, and says how long to wait before the next start. */
export class Ends {
  readonly #at: number[] = []

  note(now: number): { pauseMs: number; tooMany: boolean } {
    this.#at.push(now)
    while (now - (this.#at[0] ?? now) > limit.withinMs) this.#at.shift()
    const pauseMs = Math.min(pause.firstMs * 2 ** (this.#at.length - 1), pause.longestMs)
    return { pauseMs, tooMany: this.#at.length > limit.ends }
  }
}

/** Starts a program again whenever it ends, until it is stopped or has ended too often. */
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
      // A run that was just being started is stopped as well.
      await current.stop()
    },
  }
}

/** The same, unless the signal comes before it. */
export async function orAborted<T>(up: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return Promise.race([up, aborted])
}
