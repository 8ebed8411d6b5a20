import { operationsOf, sorted } from '../kernel/http/app.ts'
import { places, type Place } from '../kernel/http/description/map.ts'
import { areas } from '../operations.ts'

/** The operations that a line means: a method and a path, a path, a name or a part of either. */
export function find(query: string, all: readonly Place[] = inOrder()): Place[] {
  const [, method, rest] = /^(?:(GET|POST|PUT|DELETE)\s+)?(.*)$/i.exec(query.trim()) ?? []
  const asked = (rest ?? '').split(/[?#]/)[0] as string
  const candidates =
    method === undefined ? all : all.filter((place) => place.method === method.toUpperCase())
  if (asked === '') return method === undefined ? [] : [...candidates]
  const exact = candidates.filter(({ name, path }) => name === asked || path === asked)
  if (exact.length > 0) return exact
  if (asked.startsWith('/')) {
    const matching = firstOfEachMethod(candidates.filter(({ path }) => matches(path, asked)))
    if (matching.length > 0) return matching
  }
  const part = asked.toLowerCase()
  return candidates.filter(
    ({ name, path, right }) =>
      [name, path].some((text) => text.toLowerCase().includes(part)) ||
      right.toLowerCase().split(' or ').includes(part),
  )
}

/** What one reads: the operation, its right, its name, and the file and line that answer. */
export function where(query: string): string {
  const found = find(query)
  if (found.length === 0) throw new Error(`no operation is or holds "${query}"`)
  const columns = found.map(({ method, path, right, name, extension, at }) => [
    `${method} ${path}`,
    right,
    extension ? `${name} +` : name,
    at,
  ])
  const widths = [0, 1, 2].map((at) => Math.max(...columns.map((row) => row[at]?.length ?? 0)))
  return columns
    .map((row) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('   '))
    .join('\n')
}

let known: readonly Place[] | undefined

/** As the router has them: the first that fits is the one that answers. The sources are read once. */
function inOrder(): readonly Place[] {
  known ??= placesInOrder()
  return known
}

function placesInOrder(): Place[] {
  const byName = new Map(places(operationsOf(areas)).map((place) => [place.name, place]))
  return sorted(operationsOf(areas)).map(({ name }) => byName.get(name) as Place)
}

function matches(path: string, asked: string): boolean {
  const parts = path.split('/')
  const given = asked.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  )
}

function firstOfEachMethod(all: readonly Place[]): Place[] {
  return [...Map.groupBy(all, ({ method }) => method).values()].map(([first]) => first as Place)
}

if (import.meta.main) {
  try {
    process.stdout.write(`${where(process.argv.slice(2).join(' '))}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
