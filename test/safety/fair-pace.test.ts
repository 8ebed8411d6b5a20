import { expect, test } from 'vitest'
import { Pace } from '../../src/kernel/relay/pace.ts'

/** An engine that answers each of so many at once after so long, on a clock of its own. */
function paced() {
  let now = 0
  const pace = new Pace(() => now)
  return {
    pace,
    async sent(tookMs: number, times: number, done = true): Promise<void> {
      for (let n = 0; n < times; n++) {
        const ends: (() => void)[] = []
        const wait = async () => {
          await new Promise<void>((end) => ends.push(end))
          return { done }
        }
        const all = Array.from({ length: pace.parallel }, () => pace.sending(wait))
        now += tookMs
        for (const end of ends) end()
        await Promise.all(all)
      }
    },
    async alone(tookMs: number, times: number): Promise<void> {
      for (let n = 0; n < times; n++)
        await pace.sending(async () => ({ done: (now += tookMs) > 0 }))
    },
    rests(ms: number): void {
      now += ms
    },
    fullRounds(count: number): void {
      for (let n = 0; n < count; n++) pace.ended(pace.batch, pace.batch)
    },
  }
}

test('what answers soon is given more and more, up to a bound', async () => {
  const { pace, sent, fullRounds } = paced()
  expect(pace).toMatchObject({ parallel: 4, batch: 16 })
  await sent(8, 200)
  fullRounds(10)
  expect(pace).toMatchObject({ parallel: 16, batch: 100 })
})

test('what answers slowly is given little at once, so that a round is over soon', async () => {
  const { pace, sent, fullRounds } = paced()
  await sent(8, 200)
  fullRounds(10)
  await sent(500, 20)
  expect(pace).toMatchObject({ parallel: 2, batch: 4 })
  await sent(8, 200)
  fullRounds(1)
  expect(pace).toMatchObject({ parallel: 16, batch: 100 })
})

test('a few that are answered soon say nothing of many', async () => {
  const { pace, alone } = paced()
  await alone(8, 1_000)
  expect(pace).toMatchObject({ parallel: 4, batch: 16 })
})

test('what could not be sent says nothing of how quick the engine is', async () => {
  const { pace, sent } = paced()
  await sent(30, 200)
  await sent(1, 200, false)
  await sent(30, 20)
  expect(pace.parallel).toBe(16)
})

test('an engine that is far away is not slow', async () => {
  const { pace, sent } = paced()
  await sent(90, 200)
  expect(pace.parallel).toBe(16)
})

test('a burst after a rest begins with little again', async () => {
  const { pace, sent, fullRounds } = paced()
  await sent(8, 200)
  fullRounds(10)
  pace.ended(3, pace.batch)
  expect(pace.batch).toBe(16)
})

test('while several tenants have something, a round is over sooner', async () => {
  const { pace, sent, fullRounds, rests } = paced()
  await sent(20, 200)
  fullRounds(10)
  const long = pace.batch
  pace.claimed(['1001', '1001', '1001'], 2)
  expect(pace).toMatchObject({ areSeveral: false, batch: long })
  pace.claimed(['1001', '1002'], 2)
  expect(pace).toMatchObject({ areSeveral: true, batch: pace.parallel * 1.25 })
  rests(1_000)
  expect(pace).toMatchObject({ areSeveral: false, batch: long })
})

test('a round is long enough for what it costs to find those who wait', async () => {
  const { pace, sent, fullRounds } = paced()
  await sent(20, 200)
  fullRounds(10)
  for (let n = 0; n < 50; n++) pace.claimed(['1001', '1002'], 16)
  expect(pace.batch).toBe(pace.parallel * 4)
})
