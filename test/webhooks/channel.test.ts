import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { Channel } from '../../src/kernel/http/channel/channel.ts'
import { eventIdAt, timeOfEventId } from '../../src/kernel/http/channel/event-ids.ts'
import { families } from '../../src/entities/events.ts'
import type { Caller } from '../../src/policy/authenticate.ts'
import { isNarrowing } from '../../src/policy/gate.ts'
import { rightNames, type Right } from '../../src/policy/rights.ts'
import { Reader } from './reader.ts'

test('a channel without events sends a sign of life every 15 s', async () => {
  const began = Date.now()
  const channel = new Channel({ tenantId: 'TN' } as Caller, '', began, () => undefined)
  const reader = new Reader(new Response(channel.stream))
  for (const ms of [14_999, 15_000, 15_001, 30_000]) channel.beat(began + ms)
  await reader.until(/beat[^]*beat/)
  expect(reader.text.match(/: beat/g)).toHaveLength(2)
})

test('a closed channel sends nothing of what still waited', async () => {
  const channel = new Channel({ tenantId: 'TN' } as Caller, '', 0, () => undefined)
  const reader = new Reader(new Response(channel.stream))
  channel.say('data: secret\n\n', 1)
  channel.close('ACCESS_DENIED')
  channel.say('data: more\n\n', 2)
  expect(await reader.untilOver()).toBe('event: closed\ndata: {"reason":"ACCESS_DENIED"}\n\n')
})

test('every family has rights by which it is received, and none of them is for assigned clients', () => {
  const known = new Set<string>(rightNames)
  for (const { type, rights } of families.values()) {
    expect(rights.length, type).toBeGreaterThan(0)
    const wrong = rights.filter((right) => !known.has(right) || isNarrowing(right as Right))
    expect(wrong, type).toEqual([])
  }
})

test('the id of an event shows when it was made', () => {
  const now = Date.now()
  const id = newId('Event')
  expect(timeOfEventId(id)).toBeGreaterThanOrEqual(now)
  expect(id > eventIdAt(now)).toBe(true)
  expect(id < eventIdAt(Date.now() + 1_000)).toBe(true)
})
