import { describe } from 'vitest'
import { operationsOf, type Registered } from '../../src/kernel/http/app.ts'
import { isOpen } from '../../src/kernel/http/operation.ts'
import { areas } from '../../src/operations.ts'

/** Every operation that is served: the sweeps run over these, and need no line for a new one. */
export const served: readonly Registered[] = operationsOf(areas)

/** The areas whose sweeps are asked for, all by default: `npm test -- payments`. */
const asked = process.env['RECEIVABLES_TEST_AREAS']?.split(',')

/** What the sweeps try. */
export const swept = served.filter(({ area }) => asked === undefined || asked.includes(area))

/** Those that ask who calls. */
export const secured = swept.filter(({ operation }) => !isOpen(operation.requires))

/** One area after the other, so that what an area needs is made for it alone. */
export function describeByArea<T extends { one: Registered }>(
  all: readonly T[],
  sweep: (ofArea: readonly T[]) => void,
): void {
  for (const [area, ofArea] of Map.groupBy(all, ({ one }) => one.area)) {
    describe(area, () => sweep(ofArea))
  }
}

export function routeOf({ operation }: Pick<Registered, 'operation'>): string {
  return `${operation.method} ${operation.path}`
}

/** The path with a value for each of its parameters. */
export function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} has no value for ${name}`)
    return encodeURIComponent(value)
  })
}
