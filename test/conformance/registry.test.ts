import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { needsSuperUser, rightsOf } from '../../src/kernel/http/operation.ts'
import { routeOf, served } from '../support/served.ts'
import { shapeOf, specified } from '../support/specification.ts'
import { verbs } from '../description/verbs.ts'

const shapes = new Map(specified.map((line) => [line.shape, line]))
const shapeOfServed = ({ operation }: (typeof served)[number]) =>
  shapeOf(operation.method, operation.path)
const servedShapes = new Set(served.map(shapeOfServed))

const waitingList = 'test/not-yet-served.txt'
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
const waiting = linesOf(readFileSync(waitingList, 'utf8'))
const lineOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** The list as each commit of this line of history left it, the newest first; none without git. */
function earlierLists(): string[][] {
  if (!existsSync('.git')) return []
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const log = git('log', '--first-parent', '-m', '-20', '--format=%H', '--', waitingList)
  return linesOf(log).map((commit) => linesOf(git('show', `${commit}:${waitingList}`)))
}

describe('what is served', () => {
  test('is all of the table but what the waiting list names', () => {
    const missing = specified.filter(({ shape }) => !servedShapes.has(shape)).map(lineOf)
    expect(missing.filter((line) => !waiting.includes(line))).toEqual([])
    // What is served now is struck from the list in the same change.
    expect(waiting.filter((line) => !missing.includes(line))).toEqual([])
    expect(waiting).toEqual([...new Set(waiting)])
  })

  test('only grows: the waiting list has no line that was not there before', () => {
    const lists = [waiting, ...earlierLists()]
    const grown = lists.flatMap((list, at) => {
      const before = new Set(lists[at + 1] ?? list)
      return list.filter((line) => !before.has(line))
    })
    expect(grown).toEqual([])
  })

  test('is nothing else, unless it says so of itself', () => {
    const extra = served.filter((one) => !shapes.has(shapeOfServed(one)))
    expect(extra.filter(({ operation }) => !operation.declared.extension).map(routeOf)).toEqual([])
  })

  test('is nothing of the table under the name of an extension', () => {
    const known = served.filter((one) => shapes.has(shapeOfServed(one)))
    expect(known.filter(({ operation }) => operation.declared.extension).map(routeOf)).toEqual([])
  })

  test('is served once', () => {
    expect(served.length).toBe(servedShapes.size)
  })
})

const specifiedAndServed = served.flatMap((one) => {
  const line = shapes.get(shapeOfServed(one))
  return line === undefined ? [] : [{ route: routeOf(one), one, line }]
})

describe.each(specifiedAndServed)('$route', ({ one, line }) => {
  const { requires } = one.operation

  test('asks the rights of the table, any one of them', () => {
    expect([...rightsOf(requires)].toSorted()).toEqual([...line.rights].toSorted())
    expect(needsSuperUser(requires)).toBe(line.note === 'super-user only')
  })

  test('stands in the area of the table', () => {
    expect(one.area).toBe(line.area)
  })
})

describe('the names', () => {
  const names = served.map(({ name }) => name)

  test('are unique', () => {
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  })

  test.each(names)('%s begins with a verb and ends without a digit', (name) => {
    expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z0-9]*)*$/)
    expect(name).not.toMatch(/\d$/)
    expect(verbs).toContain(/^[a-z]+/.exec(name)?.[0])
  })
})

test.each(served.map((one) => [routeOf(one), one.operation] as const))(
  '%s is written as paths are',
  (_, { path, params }) => {
    expect(path).toMatch(/^(?:\/(?:[a-z0-9._-]+|\{[a-z][A-Za-z0-9]*\}))+$/)
    expect(params).toEqual([...new Set(params)])
  },
)

test('paths that are one template to OpenAPI share the names of their parameters', () => {
  const names = new Map<string, string>()
  const others = served.filter(({ operation: { path } }) => {
    const shape = path.replaceAll(/\{\w+\}/g, '{}')
    if (!names.has(shape)) names.set(shape, path)
    return names.get(shape) !== path
  })
  expect(others.map(routeOf)).toEqual([])
})
