import { expect, test } from 'vitest'
import { retentionOfYear, retentionUntil } from '../../src/domain/bookkeeping/retention.ts'

// By hand: the fiscal year that the day is in, the calendar year in which it ends, and seven more.
test.each([
  ['2026-01-01', '01-01', '2033-12-31'],
  ['2026-12-31', '01-01', '2033-12-31'],
  ['2027-01-01', '01-01', '2034-12-31'],
  // 1 July 2025 to 30 June 2026, then 1 July 2026 to 30 June 2027.
  ['2026-01-01', '07-01', '2033-12-31'],
  ['2026-06-30', '07-01', '2033-12-31'],
  ['2026-07-01', '07-01', '2034-12-31'],
  ['2026-12-31', '07-01', '2034-12-31'],
  // 1 May to 30 April, and 1 September to 31 August.
  ['2026-04-30', '05-01', '2033-12-31'],
  ['2026-05-01', '05-01', '2034-12-31'],
  ['2026-08-31', '09-01', '2033-12-31'],
  ['2026-09-01', '09-01', '2034-12-31'],
  // A year that ends on the first of January.
  ['2026-01-01', '01-02', '2033-12-31'],
  ['2026-01-02', '01-02', '2034-12-31'],
])('what is of %s, in years that begin on %s, is kept until %s', (date, firstDay, until) => {
  expect(retentionUntil(date, firstDay)).toBe(until)
})

test('a year is named after the calendar year in which it begins, and a tenant may keep longer', () => {
  expect(retentionOfYear(2026)).toBe('2033-12-31')
  expect(retentionOfYear(2026, '07-01')).toBe('2034-12-31')
  expect(retentionOfYear(2026, '07-01', 10)).toBe('2037-12-31')
})
