import { Again } from '../process/again.ts'
import type { Pool } from './pool.ts'

/*
 * One time for all processes: the database's. What one of them writes others compare with what they
 * and the database write, so no process goes by its own clock, which may be wrong by minutes.
 */

let known: { databaseMs: number; atMs: number } | undefined

/** The database's clock, as this process last read it; before that, its own. */
export function nowMs(): number {
  if (known === undefined) return Date.now()
  return Math.floor(known.databaseMs + performance.now() - known.atMs)
}

export const now = (): Date => new Date(nowMs())

const everyMs = 5_000
/** What took longer says less than what is known already. */
const slowMs = 500

const ask = `select extract(epoch from clock_timestamp()) * 1000 as ms`

/** Reads it once before anything is written, and again and again, since clocks are put right. */
export async function followClock(pool: Pool, failed: (error: unknown) => void): Promise<Again> {
  await read(pool)
  const again = new Again({ everyMs, round: () => read(pool), failed })
  again.start()
  return again
}

/** Never ahead of it: what is past here is past there as well. */
async function read(pool: Pool): Promise<void> {
  const client = await pool.client()
  try {
    const askedAtMs = performance.now()
    const { rows } = await client.query<{ ms: string }>(ask)
    const atMs = performance.now()
    client.release()
    const databaseMs = Number(rows[0]?.ms)
    const tookMs = atMs - askedAtMs
    if (known === undefined || (tookMs < slowMs && isOff(databaseMs, atMs, tookMs))) {
      known = { databaseMs, atMs }
    }
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** By more than the way there takes: else each reading would move it to and fro. */
function isOff(databaseMs: number, atMs: number, tookMs: number): boolean {
  const differs = databaseMs + tookMs / 2 - (known!.databaseMs + atMs - known!.atMs)
  return Math.abs(differs) > tookMs + 1
}
