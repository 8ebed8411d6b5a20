import { expect, test } from 'vitest'
import { Places, placesAtFirst } from '../../src/activities/webhooks/places.ts'

const minuteMs = 60_000
const placesOfTarget = 64

/** So many at once to one target, all of them answered or none; who had no turn is told so. */
function round(places: Places, times: number, answered: boolean): Promise<boolean>[] {
  const turns = Array.from({ length: times }, () => places.take('TN1', 'WH1'))
  const begun = Math.min(times, placesAtFirst)
  for (let n = 0; n < begun; n++) places.giveBack('TN1', 'WH1', answered)
  return turns
}

/** One that has earned all places that a target can have. */
async function proven(): Promise<Places> {
  const places = new Places()
  for (let n = 0; n < placesOfTarget; n++) {
    expect(await places.take('TN1', 'WH1')).toBe(true)
    places.giveBack('TN1', 'WH1', true)
  }
  return places
}

const free = (places: Places) => places.targets().find(({ id }) => id === 'WH1')?.free

test('a target that answers keeps what it has earned, also when nothing is under way to it', () => {
  const places = new Places()
  round(places, placesAtFirst, true)
  expect(free(places)).toBe(2 * placesAtFirst)
  round(places, placesAtFirst, true)
  expect(free(places)).toBe(3 * placesAtFirst)
  expect(places.tenants()).toEqual([])
})

test('it is forgotten after a minute; one that is silent is not', () => {
  const places = new Places()
  round(places, 3, true)
  places.forgetIdle(performance.now() + minuteMs / 2)
  expect(free(places)).toBe(placesAtFirst + 3)
  places.forgetIdle(performance.now() + minuteMs)
  expect(free(places)).toBeUndefined()
  round(places, 3, false)
  places.forgetIdle(performance.now() + minuteMs)
  expect(free(places)).toBe(1)
  places.forgetIdle(performance.now() + 60 * minuteMs)
  expect(free(places)).toBeUndefined()
})

test('a target has a turn at once, however many others of its tenant are silent', async () => {
  const places = new Places()
  const silent = Array.from({ length: 30 }, (_, n) => `SILENT${n}`)
  for (const id of silent) for (let n = 0; n < placesAtFirst; n++) void places.take('TN1', id)
  const turns = [places.take('TN1', 'WH1'), places.take('TN1', 'WH1')]
  expect(await turns[0]).toBe(true)
  // The next of it waits for the one before, and not for the others.
  places.giveBack('TN1', 'WH1', true)
  expect(await turns[1]).toBe(true)
})

test('what is under way is not forgotten', () => {
  const places = new Places()
  void places.take('TN1', 'WH1')
  places.forgetIdle(performance.now() + minuteMs)
  expect(free(places)).toBe(placesAtFirst - 1)
})

test('more than it has places for is taken only for a target that has earned them all', async () => {
  const places = await proven()
  const more = free(places)! - placesOfTarget
  expect(more).toBeGreaterThan(0)
  const turns = Array.from({ length: placesOfTarget + 2 }, () => places.take('TN1', 'WH1'))
  expect(await Promise.all(turns.slice(0, placesOfTarget))).not.toContain(false)
  expect(places.giveBack('TN1', 'WH1', true)).toBe(false)
  expect(await turns[placesOfTarget]).toBe(true)
  expect(places.giveBack('TN1', 'WH1', true)).toBe(true)
  expect(await turns[placesOfTarget + 1]).toBe(true)
})

test('who waits for a target that falls silent has no turn, and neither has who waits at the end', async () => {
  const places = await proven()
  const turns = Array.from({ length: placesOfTarget + 2 }, () => places.take('TN1', 'WH1'))
  places.giveBack('TN1', 'WH1', false)
  expect(await Promise.all(turns.slice(placesOfTarget))).toEqual([false, false])
  const other = await proven()
  const last = Array.from({ length: placesOfTarget + 1 }, () => other.take('TN1', 'WH1'))
  other.close()
  expect(await last.at(-1)).toBe(false)
  for (let n = 0; n < placesOfTarget; n++) other.giveBack('TN1', 'WH1', true)
  expect(other.tenants()).toEqual([])
})
