import { describe, expect, test } from 'vitest'
import { RateLimit } from '../../src/kernel/http/rate.ts'
import { Refusal } from '../../src/domain/refusal.ts'

const now = Date.UTC(2026, 0, 1)

function taken(rate: RateLimit, caller: string, atMs: number): boolean {
  try {
    rate.take({ countedAs: caller, tenantId: `TN ${caller}` }, atMs)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect((error as Refusal).code).toBe('TOO_MANY_REQUESTS')
    expect((error as Refusal).facts.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    return false
  }
}

const left = (rate: RateLimit, caller: string) =>
  rate.take({ countedAs: caller, tenantId: 'TN' }, now)

const often = (rate: RateLimit, caller: string, times: number, at: (n: number) => number) =>
  Array.from({ length: times }, (_, n) => taken(rate, caller, at(n))).filter(Boolean).length

describe('a limit of a hundred a second', () => {
  test('lets a hundred through at once and no more', () => {
    expect(often(new RateLimit({ caller: 100, tenant: 0 }), 'a', 1000, () => now)).toBe(100)
  })

  test('lets as many through again after a second', () => {
    const rate = new RateLimit({ caller: 100, tenant: 0 })
    expect(often(rate, 'a', 150, () => now)).toBe(100)
    expect(often(rate, 'a', 150, () => now + 1000)).toBe(100)
  })

  test('lets half of it through after half a second', () => {
    const rate = new RateLimit({ caller: 100, tenant: 0 })
    often(rate, 'a', 100, () => now)
    expect(often(rate, 'a', 100, () => now + 500)).toBe(50)
  })

  test('refuses nobody who keeps to it', () => {
    expect(often(new RateLimit({ caller: 100, tenant: 0 }), 'a', 1000, (n) => now + n * 10)).toBe(
      1000,
    )
  })

  test('counts each caller alone', () => {
    const rate = new RateLimit({ caller: 100, tenant: 0 })
    often(rate, 'a', 500, () => now)
    expect(often(rate, 'b', 500, () => now)).toBe(100)
  })

  test('shows how many requests are left', () => {
    const rate = new RateLimit({ caller: 100, tenant: 0 })
    expect(left(rate, 'a')).toBe('"default";r=99;t=1')
    often(rate, 'a', 98, () => now)
    expect(left(rate, 'a')).toBe('"default";r=0;t=1')
  })
})

test('without a limit everyone is let through, without a header', () => {
  const rate = new RateLimit({ caller: 0, tenant: 0 })
  expect(often(rate, 'a', 10_000, () => now)).toBe(10_000)
  expect(left(rate, 'a')).toBeUndefined()
})

test('what is kept of callers has an end, and the oldest go first', () => {
  const rate = new RateLimit({ caller: 1, tenant: 0 })
  expect(taken(rate, 'first', now)).toBe(true)
  for (let n = 0; n < 50_000; n++) taken(rate, `caller ${n}`, now)
  expect(taken(rate, 'first', now)).toBe(true)
  expect(taken(rate, 'caller 49999', now)).toBe(false)
})
