import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { doubtfulAmong, type DoubtfulRate } from './doubtful-rates.ts'
import { leaveErrand } from './leave-errand.ts'
import { keyOf, loadRates } from './load-rates.ts'
import { settleErrand } from './settle-errand.ts'

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
  const recent = published.filter(({ date }) => date >= from && date <= day)
  const doubtful = await doubtfulAmong(unit, recent)
  const held = new Set(doubtful.map(keyOf))
  const loaded = await loadRates(
    unit,
    recent.filter((one) => !held.has(keyOf(one))),
  )
  await leaveDoubtful(unit, doubtful)
  return { counts: { loaded, held: doubtful.length }, after: null }
}

const dedupeKey = 'rates.fx/doubtful'

/** Nobody calculates with what is likely a slip: a person says whether it is meant. */
async function leaveDoubtful(unit: Unit, doubtful: readonly DoubtfulRate[]): Promise<void> {
  const [first] = doubtful
  if (first === undefined) return settleErrand(unit, dedupeKey, 'None is held any more.')
  const { base, currency, date, rate, last } = first
  await leaveErrand(unit, {
    type: 'JOB',
    subjectType: 'Tenant',
    subjectId: unit.tenantId,
    severity: 'HIGH',
    title: `Exchange rates were not taken: ${rate} ${currency} for a ${base}, after ${last}`,
    data: {
      date,
      count: doubtful.length,
      rates: doubtful.slice(0, 20),
      remedy: 'If they are meant, load them by `npx receivables rates load <file> --meant`.',
    },
    dedupeKey,
  })
}
