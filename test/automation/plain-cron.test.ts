import { expect, test } from 'vitest'
import { refuseTimes } from '../../src/activities/automation/times.ts'
import { isTimeZone } from '../../src/domain/time-zones.ts'
import { cronIn, plainCron } from '../../src/ports/calendar/cron.ts'
import { cronsOf, isTaken } from '../support/crons.ts'
import { seed } from '../support/seed.ts'

const since = new Date('2026-11-25T12:00:00Z')
const timesOf = (cron: string) => cronIn(cron, 'UTC').nextRuns(20, since)

test.each([
  ['30 7 * * 7', '30 7 * * 0'],
  ['0 7 * * MON-SUN', '0 7 * * *'],
  ['0 7 * * sun-sun', '0 7 * * *'],
  ['0 7 * * 5-sun/2', '0 7 * * 0,5'],
  ['*/20 07 1-31 jan,3 *', '0,20,40 7 * 1,3 *'],
])('%s is said to Temporal as %s', (cron, plain) => {
  refuseTimes(cron, 'UTC')
  expect(plainCron(cron)).toBe(plain)
})

test(`whatever cron is taken comes at the same times in numbers alone (SEED=${seed})`, () => {
  const taken = cronsOf(seed, 1_500).filter(isTaken)
  expect(taken.length).toBeGreaterThan(50)
  for (const cron of taken) {
    const plain = plainCron(cron)
    expect(plain, cron).toMatch(/^(?:(?:\*|\d{1,2}(?:,\d{1,2})*)(?: |$)){5}$/)
    expect(timesOf(plain), `${cron} as ${plain}`).toEqual(timesOf(cron))
  }
})

test('a time zone is known by its one spelling, old or new', () => {
  for (const zone of ['UTC', 'Europe/Stockholm', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+5']) {
    expect(isTimeZone(zone), zone).toBe(true)
  }
  for (const zone of ['utc', 'europe/stockholm', 'JST', 'PST', 'Etc/GMT+13', '+02:00', '']) {
    expect(isTimeZone(zone), zone).toBe(false)
  }
})
