import { expect, test } from 'vitest'
import { outcomeOf, retryRefusedUntil } from '../../src/domain/webhooks/delivery.ts'

const minuteMs = 60_000
const first = Date.UTC(2027, 0, 4, 9)
const coolOff = { code: 'WEBHOOK_RETRY_COOL_OFF', until: first + 30 * minuteMs }

test('the cool-off ends 30 minutes after the first attempt, to the millisecond', () => {
  const known = { firstAt: first, manualAt: undefined }
  expect(retryRefusedUntil(known, first)).toEqual(coolOff)
  expect(retryRefusedUntil(known, first + 30 * minuteMs - 1)).toEqual(coolOff)
  expect(retryRefusedUntil(known, first + 30 * minuteMs)).toBeUndefined()
})

test('the lock ends five minutes after the last manual retry, and is judged second', () => {
  const manualAt = first + 40 * minuteMs
  const known = { firstAt: first, manualAt }
  const locked = { code: 'WEBHOOK_RETRY_LOCKED', until: manualAt + 5 * minuteMs }
  expect(retryRefusedUntil(known, manualAt + 5 * minuteMs - 1)).toEqual(locked)
  expect(retryRefusedUntil(known, manualAt + 5 * minuteMs)).toBeUndefined()
  const both = { firstAt: first, manualAt: first + 29 * minuteMs }
  expect(retryRefusedUntil(both, first + 29 * minuteMs)).toEqual(coolOff)
})

test.each([
  [200, true, 'DELIVERED'],
  [399, true, 'DELIVERED'],
  [400, true, 'FAILED'],
  [499, true, 'FAILED'],
  [500, true, 'RETRYING'],
  [null, true, 'RETRYING'],
  [null, false, 'FAILED'],
] as const)('an answer of %s to an enabled (%s) subscription is %s', (status, enabled, outcome) => {
  expect(outcomeOf({ status }, enabled)).toBe(outcome)
})
