import { expect, test } from 'vitest'
import { factsOf } from '../../src/run/worker.ts'

test('what Temporal logs says of which process, and leaves out what it was given', () => {
  const error = new Error('The book is locked')
  const facts = factsOf({
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
