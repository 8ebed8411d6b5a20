import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { idPattern } from '../../src/domain/ids.ts'

test('ids are in the order in which they were made, and none is made twice', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('Client'))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => idPattern('Client').test(id))).toBe(true)
})

test('what follows one id cannot be guessed from it', () => {
  const tails = Array.from({ length: 5_000 }, () => newId('Client').slice(-8))
  expect(new Set(tails).size).toBeGreaterThan(4_990)
})
