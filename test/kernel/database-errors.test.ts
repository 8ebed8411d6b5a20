import { expect, test } from 'vitest'
import { refusalOf, wasMisled } from '../../src/kernel/write/database-errors.ts'

const of = (code: string) =>
  refusalOf(Object.assign(new Error('of the database'), { code }), () => undefined)

test('a guard that fails is no fault of the caller, who comes again', () => {
  const refused = of('22012')
  expect(refused).toMatchObject({ code: 'OVERLOADED', status: 503 })
  expect(wasMisled(refused)).toBe(true)
  expect(of('22P02')).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
  expect([of('40001'), of('22P02')].map(wasMisled)).toEqual([false, false])
})
