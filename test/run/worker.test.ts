import { expect, test } from 'vitest'
import { takenOfTenant } from '../../src/activities/webhooks/places.ts'
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

test('retries of webhooks have places left whatever one tenant has under way', () => {
  expect(activitiesAtOnce('rx-webhooks')).toBeGreaterThan(takenOfTenant)
  expect(activitiesAtOnce('rx-core')).toBe(100)
})
