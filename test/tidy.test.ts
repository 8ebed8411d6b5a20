import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaOrder } from '../src/domain/areas.ts'
import { schemaCodes } from './support/schema-codes.ts'
import { areaOf, law, layerOf } from './tidy/layers.ts'
import {
  code,
  files,
  importsOf,
  isFolder,
  isThere,
  sources,
  textOf,
  type Import,
} from './tidy/tree.ts'

const told = ({ from, to }: Import) => `${from} imports ${to}`

test('no module of a workflow holds what changes: all workflows of a worker share them', () => {
  const shared = sources.filter((file) => ['workflows', 'domain'].includes(layerOf(file)))
  const changing = shared.filter((file) => /^(export )?(let|var) /m.test(textOf(file)))
  expect(shared.length).toBeGreaterThan(100)
  expect(changing).toEqual([])
})

describe('the law of imports', () => {
  const imports = sources.flatMap(importsOf)

  test('knows every layer', () => {
    expect(sources.map(layerOf).filter((layer) => law[layer] === undefined)).toEqual([])
  })

  test('holds between the layers', () => {
    const broken = imports.filter(({ from, to, ours, type }) => {
      const { layers, types = [] } = law[layerOf(from)]!
      const [own, other] = [layerOf(from), layerOf(to)]
      if (!ours || !to.startsWith('src/') || own === other) return false
      return !layers.includes(other) && !(type && types.includes(other))
    })
    expect(broken.map(told)).toEqual([])
  })

  test('lets an area know those before it, and none after it', () => {
    const places = new Map<string, number>(areaOrder.map((area, place) => [area, place]))
    const strange = sources.map(areaOf).filter((area) => area !== undefined && !places.has(area))
    expect([...new Set(strange)]).toEqual([])
    const placeOf = (path: string) => places.get(areaOf(path) ?? '') ?? -1
    const inverted = imports.filter(
      ({ from, to, ours }) => ours && areaOf(from) !== undefined && placeOf(from) < placeOf(to),
    )
    expect(inverted.map(told)).toEqual([])
  })

  test('holds for packages', () => {
    const broken = imports.filter(({ from, to, ours }) => {
      const { packages = /^/ } = law[layerOf(from)]!
      return !ours && !packages.test(to)
    })
    expect(broken.map(told)).toEqual([])
  })

  test('leads to nothing outside the source', () => {
    const outside = imports.filter(({ ours, to }) => ours && !to.startsWith('src/'))
    expect(outside.filter(({ to }) => to !== 'package.json').map(told)).toEqual([])
    expect(imports.filter(({ ours, to }) => ours && !isThere(to)).map(told)).toEqual([])
  })
})

test('every file of a room is named by the index of its area', () => {
  const indexes = files.filter((path) => /^src\/api\/[^/]+\/index\.ts$/.test(path))
  const areas = new Set(indexes.map((path) => dirname(path)))
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { to, ours } of importsOf(path)) if (ours) visit(to)
  }
  indexes.forEach(visit)
  const inAreas = sources.filter((path) => [...areas].some((area) => path.startsWith(`${area}/`)))
  expect(inAreas.filter((path) => !reached.has(path))).toEqual([])
  const known = new Set(importsOf('src/operations.ts').map(({ to }) => to))
  expect(indexes.filter((path) => !known.has(path))).toEqual([])
})

/** What rooms write by hand, and why it is of the interface alone. */
const byHand: Readonly<Record<string, string>> = {
  'src/api/bookkeeping/bookkeeping-files.ts': 'another format for a file that is made again',
  'src/api/factoring/decision-summaries.ts': 'pages and filters, which a search has and no verb',
  'src/api/invoices/invoices/creating.ts': 'one of two shapes of the answer',
  'src/api/invoices/views.ts': 'an answer with the fields that a debtor was sent with',
  'src/api/reports/reports.ts': 'what is asked of a report, which no verb changes anything by',
}

test('what a verb takes is read from a table, or stands beside it', () => {
  // A body is strict, a query is the room's own, and an answer is neither.
  const writes = /(?<!\bquery(?::| =) )\bz\s*\.(?:strict|loose)Object\(/
  const rooms = sources.filter((path) => path.startsWith('src/api/'))
  const writing = rooms.filter((path) => writes.test(textOf(path)))
  expect(writing).toEqual(Object.keys(byHand))
  const bodies = /\bbody: z\s*\.object\(/
  expect(rooms.filter((path) => bodies.test(textOf(path)))).toEqual([])
})

test('who is the same person is asked of who is behind a token, not of its id', () => {
  const comparing = /\bprincipal\.id\b\s*[!=]==|[!=]==\s*(?:\w+\.)*principal\.id\b/
  const byId: Record<string, string> = {
    'src/activities/access/revoke-token.ts': 'lets its maker, who may do less by other tokens',
    'src/activities/payments/change-payment.ts':
      'lets who entered it alone, who may do less by other tokens',
    'src/behaviours/notes.ts': 'lets its writer alone, who may do less by other tokens',
  }
  const found = sources.filter((path) => comparing.test(textOf(path)))
  expect(found.toSorted()).toEqual(Object.keys(byId).toSorted())
})

test('a rule never wears the code of a schema, by which the two are told apart', () => {
  const worn = new RegExp(`'(?:${schemaCodes.join('|')})'`)
  const speaks: Readonly<Record<string, string>> = {
    'src/kernel/http/description/refusals.ts': 'shows what a refusal by a schema looks like',
    'src/kernel/read/faults.ts': 'gives the schemas their codes',
  }
  const found = sources.filter((path) => worn.test(textOf(path)))
  expect(found).toEqual(Object.keys(speaks))
})

describe('sizes', () => {
  /** Written by a command, so that their lines are as long as what they hold. */
  const written = /^(?:migrations\/|test\/spec\/)/

  test.each(code.filter((path) => !written.test(path)))('%s', (path) => {
    const lines = textOf(path).split('\n')
    expect(lines.length).toBeLessThanOrEqual(401)
    // An address or a pattern cannot be broken in two.
    const long = lines.filter((line) => line.length > 100 && !/\S{70}/.test(line))
    expect(long.filter((line) => !isData(line))).toEqual([])
  })

  /** A sentence or a template that the formatter leaves whole. */
  function isData(line: string): boolean {
    return /^\s*[\w ]+$|^\s*(?:test|it|describe)(?:\.each\(.*\))?\('|^\s*(?:['"`/].*['"`/],?|.*`[^`]{60,}.*)$/.test(
      line,
    )
  }
})

test('nothing is called by a word that says nothing', () => {
  const words =
    /(?:^|[/.-])(?:utils?|helpers?|managers?|services?|impl|common|misc|payloads?|asked|told)(?=[/.-]|$)/
  const ofTheTrade =
    /service-(?:accounts?|providers?)|common-passwords|^deploy\/systemd\/.*\.service$/g
  const named = files.filter((path) => words.test(path.replaceAll(ofTheTrade, '')))
  expect(named).toEqual([])
  expect(files.filter((path) => /^(?:src|test)\/.*[A-Z _]/.test(path.replace('__', '')))).toEqual(
    [],
  )
})

test('every version of a package is pinned', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    textOf('package.json'),
  ) as Record<string, Record<string, string>>
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})

test('every test runs', () => {
  const left = /\b(?:test|it|describe|suite)\.(?:only|skip|todo|fails)\b/
  const tests = files.filter((path) => path.endsWith('.test.ts') && path !== 'test/tidy.test.ts')
  expect(tests.filter((path) => left.test(textOf(path)))).toEqual([])
})

test('no file names the machine or the registry that it was written with', () => {
  const home = ['work', 'root', 'home', 'Users'].map((name) => `(?<![\\w.])/${name}/[\\w.-]+`)
  const registry = ['artifact', 'nexus', 'verdaccio', 'pypi\\.', 'goproxy'].join('|')
  const machine = new RegExp(`${home.join('|')}|https?://[^/\\s'"]*(?:${registry})[^/\\s'"]*`)
  const texts = files.filter((path) => !/\.(?:gz|png|ico|woff2?|bin)$/.test(path))
  const found = texts
    .filter((path) => path !== 'test/tidy.test.ts')
    .flatMap((path) => {
      const hit = machine.exec(textOf(path))?.[0]
      return hit === undefined ? [] : [`${path}: ${hit}`]
    })
  expect(found).toEqual([])
})

describe('documents', () => {
  const documents = files.filter((path) => path.endsWith('.md'))
  const inFence = /^```[\s\S]*?^```/gm

  test.each(documents)('%s links to what is there', (path) => {
    const text = textOf(path).replaceAll(inFence, '')
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = '']) => to)
    const dead = links.filter((to) => !isThere(join(dirname(path), decodeURIComponent(to))))
    expect(dead).toEqual([])
  })

  test.each(documents)('%s names files that are there', (path) => {
    const text = textOf(path).replaceAll(inFence, '')
    const tops = files.map((file) => file.split('/')[0] ?? '')
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, name = '']) => name)
    const paths = named.filter((name) => name.includes('/') && tops.includes(name.split('/')[0]!))
    const missing = paths.filter((name) => !isThere(name) && !isThere(join(dirname(path), name)))
    expect(missing.filter((name) => !isFolder(name) && !ignored(name))).toEqual([])
  })

  /** Made when the platform runs. */
  function ignored(name: string): boolean {
    return /^(?:\.data|bench\/results|node_modules)\b/.test(name)
  }
})
