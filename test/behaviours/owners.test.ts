import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const links = having('documents').map(({ place }) => place.link)
  expect(placesOf(/^(\/documents\/link-\w+)$/)).toEqual(links.toSorted())
})

/** What one or two owners have, each in its own words, and where it is tried. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contacts: { debtors: 'debtors/contacts.test.ts' },
  guarantors: { invoices: 'invoices/guarantors.test.ts', 'business-loans': 'loans/loans.test.ts' },
}

test.each(Object.entries(others))('every owner with %s is tried', (adjective, tried) => {
  const shape = new RegExp(`^/([^/]+)/\\{\\w+\\}/${adjective}$`)
  expect([...new Set(placesOf(shape))]).toEqual(Object.keys(tried).toSorted())
  for (const file of Object.values(tried)) {
    expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(adjective)
  }
})
