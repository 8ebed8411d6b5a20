import { expect, test } from 'vitest'
import { takenOfTenant } from '../../src/activities/webhooks/places.ts'
import { loggedError } from '../../src/run/runtime.ts'
import { logFactsOf, activitiesAtOnce } from '../../src/run/worker.ts'

test('what Temporal logs says of which process, and leaves out what it was given', () => {
  const error = new Error('The book is locked')
  const facts = logFactsOf({
    workflowId: 'activate-invoice/TN1/I1/1',
    activityType: 'bookActivation',
    attempt: 2,
    error,
    namespace: 'receivables',
  })
  expect(facts).toEqual({
    workflowId: 'activate-invoice/TN1/I1/1',
    activityType: 'bookActivation',
    attempt: 2,
    err: error,
  })
})

test('what is no error is logged as it is, and ends no process', () => {
  expect(loggedError('poll failed')).toBe('poll failed')
  expect(loggedError({ code: 14 })).toEqual({ code: 14 })
  expect(loggedError(undefined)).toBe(undefined)
  const known = new RangeError('too much')
  expect(loggedError(known)).toMatchObject({ type: 'RangeError', message: 'too much' })
})

test('retries of webhooks have places left whatever one tenant has under way', () => {
  expect(activitiesAtOnce('rx-webhooks')).toBeGreaterThan(takenOfTenant)
  expect(activitiesAtOnce('rx-core')).toBe(100)
})
