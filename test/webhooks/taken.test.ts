import { expect, test } from 'vitest'
import { Taken } from '../../src/activities/webhooks/taken.ts'

// When the row of what was taken at once goes: that it is gone says that all have ended.
function takenWith(deliveries: number): Taken {
  const taken = new Taken('TN1', 'WHT1')
  for (let n = 0; n < deliveries; n++) taken.add()
  return taken
}

test('the row goes together with the last ends', () => {
  const taken = takenWith(3)
  expect(taken.write(2)).toBe(false)
  expect(taken.written(2)).toBe(false)
  expect(taken.write(1)).toBe(true)
})

test('two who write at once leave it to the later of them, since either may fail', () => {
  const taken = takenWith(3)
  expect(taken.write(2)).toBe(false)
  expect(taken.write(1)).toBe(false)
  expect(taken.written(1)).toBe(false)
  expect(taken.written(2)).toBe(true)
})

test('ends that could not be written keep it', () => {
  const taken = takenWith(2)
  expect(taken.write(2)).toBe(true)
  taken.notWritten(2)
  expect(taken.write(1)).toBe(false)
  taken.notWritten(1)
  expect(taken.write(2)).toBe(true)
})
