import { setTimeout as pause } from 'node:timers/promises'
import { streamedBytesMax } from '../../../domain/distribution/file-kind.ts'
import { byAge, isQuiet, isSame, quietMs, type Seen } from '../../../domain/payments/bank-feed.ts'
import {
  Changed,
  type BankFeedPort,
  type FeedTarget,
  type OpenFeed,
  type SettledInto,
} from './feed.ts'
import type { Arrived } from '../../documents/arrived.ts'
import { cutText } from '../../../domain/cut-text.ts'

/** What was taken of it, and is to go out of the way. */
export interface Waiting extends Seen {
  into: SettledInto
  as: string
}

export interface Visited {
  /** Names of what went out of the way, and of what nobody could move. */
  settled: readonly string[]
  stuck: readonly string[]
  /** The next file; its bytes, or why it is none. */
  found: (Seen & ({ bytes: Arrived } | { fault: string })) | null
  /** What could not be read, and why; the files after it were looked at all the same. */
  unread: readonly string[]
}

const visitMs = 180_000

/** Where a file goes while it is read. */
type Take = (bytes: AsyncIterable<Uint8Array>) => Promise<Arrived>

/** Moves what was taken out of the way, and reads the next file that nobody writes to any more. */
export async function visitFeed(
  port: BankFeedPort,
  target: FeedTarget,
  waiting: readonly Waiting[],
  take: Take,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<Visited> {
  const stopped = AbortSignal.timeout(visitMs)
  const feed = await port.open(target, stopped)
  try {
    const settled: string[] = []
    const stuck: string[] = []
    for (const one of waiting) {
      const isGone = await feed.settle(one, one.into, one.as).catch(() => null)
      // One that is another by now is a new file, which is taken like any other.
      if (isGone === null) stuck.push(one.name)
      else settled.push(one.name)
    }
    const past = new Set(stuck)
    const unread: string[] = []
    const looking = { isMeant: (seen: Seen) => !past.has(seen.name), unread, take }
    const found = await nextOf(feed, looking, wait)
    return { settled, stuck, found, unread }
  } finally {
    feed.close()
  }
}

interface Looking {
  isMeant: (seen: Seen) => boolean
  unread: string[]
  take: Take
}

async function nextOf(
  feed: OpenFeed,
  looking: Looking,
  wait: (ms: number) => Promise<unknown>,
): Promise<Visited['found']> {
  const listed = (await feed.list()).filter(looking.isMeant).toSorted(byAge)
  const now = Date.now()
  const quiet = listed.filter((seen) => isQuiet(seen, now))
  const read = await firstRead(feed, quiet, looking)
  if (read !== null || quiet.length === listed.length) return read
  await wait(quietMs)
  const before = new Map(listed.map((seen) => [seen.name, seen]))
  const young = (await feed.list()).filter(
    (seen) => isSame(seen, before.get(seen.name)) && !quiet.some((one) => isSame(one, seen)),
  )
  return firstRead(feed, young.toSorted(byAge), looking)
}

/** What is written to just now is left for the next time. */
async function firstRead(
  feed: OpenFeed,
  files: readonly Seen[],
  { unread, take }: Looking,
): Promise<Visited['found']> {
  for (const seen of files) {
    if (seen.size > streamedBytesMax) return { ...seen, fault: 'It is larger than 1 GiB' }
    try {
      return { ...seen, bytes: await take(feed.read(seen)) }
    } catch (error) {
      if (!(error instanceof Changed)) unread.push(`${seen.name}: ${saidOf(error)}`)
    }
  }
  return null
}

/** In a line of words, where in our own memory or folders it happened is nothing for others. */
export function saidOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const words = typeof code === 'string' && code.startsWith('E') ? code : `${String(message)}`
  return cutText(words.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), 200)
}
