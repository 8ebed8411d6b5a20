import { expect, test } from 'vitest'
import { secured } from '../support/served.ts'
import { having } from './owners.ts'

const served = [...new Set(secured.map(({ operation }) => operation.path))]

/** Where what is served under a path like this one stands, as the table of owners has it. */
const placesOf = (shape: RegExp) => served.flatMap((path) => shape.exec(path)?.[1] ?? []).toSorted()

const listed = (list: (id: string) => string) => list('').split('/')[1]

test('every owner that is served with an adjective is tried by the suite of that', () => {
  const todos = having('todos').map(({ place }) => place.room)
  expect(placesOf(/^(\/.+\/todo)\/search$/)).toEqual(todos.toSorted())
  const archives = having('archive').map(({ place }) => place.room)
  expect(placesOf(/^(\/.+)\/\{\w+\}\/archive\/add$/)).toEqual(archives.toSorted())
  const labels = having('labels').map(({ place }) => listed(place.list))
  expect(placesOf(/^\/([^/]+)\/\{\w+\}\/labels$/)).toEqual(labels.toSorted())
  const notes = having('notes').map(({ place }) => listed(place.list))
  expect(placesOf(/^\/([^/]+)\/\{\w+\}\/notes$/)).toEqual(notes.toSorted())
})
