import { readFileSync } from 'node:fs'

/** A line of `test/spec/operations.tsv`: the contract that the served operations are held against. */
export interface SpecifiedOperation {
  area: string
  room: string
  method: string
  path: string
  rights: readonly string[]
  note: string
  shape: string
}

/** Two operations are the same when method and path are, names of parameters blanked. */
export function shapeOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/[{<][^}>]+[}>]/g, '{}')}`
}

function asOperation(line: string): SpecifiedOperation {
  const [area = '', room = '', method = '', path = '', rights = '', , , note = ''] =
    line.split('\t')
  return { area, room, method, path, rights: rights.split('|'), note, shape: shapeOf(method, path) }
}

export const specified: readonly SpecifiedOperation[] = readFileSync(
  new URL('../spec/operations.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(asOperation)
