import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { loadRates } from './load-rates.ts'

/** Older ones are loaded by hand: a file may hold those of all years. */
const daysBack = 30

/** Each business day: the rates that were published, where the operator has said where. */
export const fxJob = {
  wanted: ({ rates }) => (rates === undefined ? 'false' : 'true'),
  chunk: loadPublished,
} satisfies JobWork

async function loadPublished(unit: Unit, day: BusinessDate): Promise<JobChunk> {
  const published = await unit.apart(async ({ rates }) => (await rates?.read())?.rates ?? [])
  const from = plusDays(day, -daysBack)
  const loaded = await loadRates(
    unit,
    published.filter(({ date }) => date >= from && date <= day),
  )
  return { counts: { loaded }, after: null }
}
