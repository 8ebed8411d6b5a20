import { registered, type Registered } from '../../src/kernel/http/app.ts'
import { isOpen } from '../../src/kernel/http/operation.ts'
import { areas } from '../../src/operations.ts'

/** Every operation that is served: the sweeps run over these, and need no line for a new one. */
export const served: readonly Registered[] = registered(areas)

/** Those that ask who calls. */
export const secured = served.filter(({ operation }) => !isOpen(operation.requires))

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
