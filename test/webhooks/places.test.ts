import { expect, test } from 'vitest'
import { Places, placesAtFirst } from '../../src/activities/webhooks/places.ts'

const minuteMs = 60_000

/** So many at once to one target, all of them answered or none. */
function round(places: Places, times: number, answered: boolean): void {
  for (let n = 0; n < times; n++) places.take('TN1', 'WH1')
  for (let n = 0; n < times; n++) places.giveBack('TN1', 'WH1', answered)
}

const free = (places: Places) => places.targets().find(({ id }) => id === 'WH1')?.free

test('a target that answers keeps what it has earned, also when nothing is under way to it', () => {
  const places = new Places()
  round(places, placesAtFirst, true)
  expect(free(places)).toBe(2 * placesAtFirst)
  round(places, 2 * placesAtFirst, true)
  expect(free(places)).toBe(4 * placesAtFirst)
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
})

test('what is under way is not forgotten', () => {
  const places = new Places()
  places.take('TN1', 'WH1')
  places.forgetIdle(performance.now() + minuteMs)
  expect(free(places)).toBe(placesAtFirst - 1)
})
