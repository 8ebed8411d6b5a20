import { expect, test } from 'vitest'
import { idempotencyKey } from '../../src/kernel/http/idempotency.ts'

const keyOf = (given: string) => idempotencyKey(new Headers({ 'idempotency-key': given }))

test.each([
  ['bare', 'order-7', 'order-7'],
  ['in quotes, as the draft of the header has it', '"order-7"', 'order-7'],
  ['of quotes alone', '""', '""'],
  ['of one quote', '"', '"'],
])('a key %s is one', (_, given, key) => {
  expect(keyOf(given)).toBe(key)
})

test('a request without one has none', () => {
  expect(idempotencyKey(new Headers())).toBeUndefined()
})
