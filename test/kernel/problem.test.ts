import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Problem, problemResponse } from '../../src/kernel/http/problem.ts'
import { faultsOf } from '../../src/kernel/read/faults.ts'
import { refusals, Refusal, type RefusalCode } from '../../src/domain/refusal.ts'

const here = { publicUrl: 'https://receivables.example.com' }
const codes = Object.keys(refusals) as RefusalCode[]

describe.each(codes)('the refusal %s', (code) => {
  test('has a status, a title and a remedy', () => {
    const [status, title, remedy] = refusals[code]
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(remedy).toMatch(/^[A-Z].*\.$/)
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/)
  })

  test('is answered in the one shape', async () => {
    const response = problemResponse(new Refusal(code), 'r-1', here)
    expect(response.status).toBe(refusals[code][0])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const body: unknown = await response.json()
    expect(Problem.strict().parse(body)).toMatchObject({
      type: `https://receivables.example.com/developers/errors#${code}`,
      code,
      requestId: 'r-1',
    })
    expect(response.headers.get('www-authenticate')).toBe(
      code === 'UNAUTHENTICATED' ? 'Bearer' : null,
    )
  })
})

test('a refusal that ends with time says when', async () => {
  const retryAllowedAt = new Date('2026-01-01T12:00:00Z')
  const refusal = new Refusal('OVERLOADED', { retryAllowedAt, retryAfterSeconds: 7 })
  const response = problemResponse(refusal, 'r', here)
  expect(response.headers.get('retry-after')).toBe('7')
  expect(await response.json()).toMatchObject({ retryAllowedAt: '2026-01-01T12:00:00.000Z' })
})

test('a remedy that points at errors is not said where there are none', async () => {
  const taken = new Refusal('ALREADY_EXISTS', { errors: [] })
  const body = (await problemResponse(taken, 'r', here).json()) as Record<string, unknown>
  expect(body).not.toHaveProperty('errors')
  expect(body['detail']).toBe('Another one already holds this value.')
  for (const code of codes) {
    const { detail } = (await problemResponse(new Refusal(code), 'r', here).json()) as {
      detail: string
    }
    expect(detail).not.toContain('`errors`')
  }
})

test('a name is refused where none is known', () => {
  const { error } = z.strictObject({}).safeParse({ clientId: '1' })
  expect(faultsOf(error!, true).map(({ message }) => message)).toEqual([
    'This name is not known here: no names are',
  ])
})

test('a misspelt name is refused with the names that exist', () => {
  const { error } = z
    .strictObject({ name: z.string(), note: z.string() })
    .safeParse({ nmae: '', name: '', note: '' })
  expect(faultsOf(error!, false)).toEqual([
    {
      pointer: '/nmae',
      code: 'UNKNOWN_FIELD',
      message: 'This name is not known here: known are name, note',
    },
  ])
})

test('faults point at the place, and at each unknown name', () => {
  const schema = z.strictObject({ a: z.strictObject({ 'b/c': z.array(z.int()) }) })
  const faults = (given: unknown, inQuery = false) =>
    faultsOf(schema.safeParse(given).error!, inQuery).map(({ pointer, code }) => [pointer, code])
  expect(faults({ a: { 'b/c': [1, 'x'] } })).toEqual([['/a/b~1c/1', 'INVALID_TYPE']])
  expect(faults({ a: { 'b/c': [], x: 1, y: 2 } })).toEqual([
    ['/a/x', 'UNKNOWN_FIELD'],
    ['/a/y', 'UNKNOWN_FIELD'],
  ])
  expect(faults({}, true)).toEqual([['?a', 'INVALID_TYPE']])
  expect(faults(null)).toEqual([['', 'INVALID_TYPE']])
})
