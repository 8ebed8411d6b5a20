import type { Registered } from '../app.ts'
import { isOpen, needsSuperUser, rightsOf } from '../operation.ts'

interface RightsEntry {
  tag: string
  operationId: string
  /** Any one of them opens the operation; where there is none, a valid token is enough. */
  rights: readonly string[]
  superUser?: true
  /** Not even a token is asked for. */
  open?: true
  extension?: true
}

type RightsIndex = Record<string, RightsEntry>

/** Which rights open which operation, and nothing else. */
export function rightsIndex(operations: readonly Registered[]): RightsIndex {
  const entries = operations.map(({ area, name, operation }): [string, RightsEntry] => {
    const { method, path, requires, declared } = operation
    return [
      `${method} ${path}`,
      {
        tag: area,
        operationId: name,
        rights: rightsOf(requires),
        ...(needsSuperUser(requires) && { superUser: true as const }),
        ...(isOpen(requires) && { open: true as const }),
        ...(declared.extension && { extension: true as const }),
      },
    ]
  })
  return Object.fromEntries(entries)
}
