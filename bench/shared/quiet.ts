import { setTimeout as sleep } from 'node:timers/promises'
import { activated, type Trade } from './activations.ts'
import { headersOf } from './making.ts'
import type { Platform } from './platform.ts'

/** How long something took, of many times. */
export interface Took {
  p50Ms: number
  p99Ms: number
  count: number
}

export interface Quietly {
  reads: Took
  activations: Took
}

/** A reader who is busy would be a load, and no measure. */
const pauseMs = 5

/** One who reads and one who activates, one after the other each, for as long as this. */
export async function quietly(
  platform: Platform,
  trade: Trade,
  readId: string,
  ids: readonly string[],
  forMs: number,
): Promise<Quietly> {
  const until = performance.now() + forMs
  const url = `${platform.api.url}/invoices/${readId}`
  const headers = headersOf(trade.caller)
  const [reads, activations] = await Promise.all([
    timed(until, Infinity, async () => {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`a quiet reader was answered ${answer.status}`)
    }),
    timed(until, ids.length, (at) => activated(platform, trade, [ids[at]!], 1)),
  ])
  return { reads, activations }
}

async function timed(
  until: number,
  most: number,
  work: (at: number) => Promise<unknown>,
): Promise<Took> {
  const tookMs: number[] = []
  while (performance.now() < until && tookMs.length < most) {
    const began = performance.now()
    await work(tookMs.length)
    tookMs.push(performance.now() - began)
    await sleep(pauseMs)
  }
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.round(share * (tookMs.length - 1))] ?? NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), count: tookMs.length }
}
