import type { Registered } from '../app.ts'

/** The shape of a path, its parameters blanked: what makes two paths one to OpenAPI. */
export const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/**
 * One path for each shape, however its operations name their parameters: the names that most of
 * them use, and of those the first.
 */
export function sharedPaths(operations: readonly Registered[]): Map<string, string> {
  const paths = new Map<string, string>()
  const byShape = Map.groupBy(operations, ({ operation }) => shapeOf(operation.path))
  for (const [shape, same] of byShape) {
    const uses = Map.groupBy(same, ({ operation }) => operation.path)
    const most = Math.max(...[...uses.values()].map((those) => those.length))
    const [path] = [...uses].find(([, those]) => those.length === most) as [string, unknown]
    paths.set(shape, path)
  }
  return paths
}

export const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
