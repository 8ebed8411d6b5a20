import { newEnforcer, newModelFromString } from 'casbin'
import { type Right, rights } from './rights.ts'
import type { RightSet } from './right-set.ts'

/** Any one of these rights opens the operation. */
export interface Requirement {
  readonly anyOf: readonly Right[]
}

export interface Gate {
  /** The right that opens the operation, the widest one that the caller has, or undefined without any. */
  allows(rights: RightSet, requirement: Requirement): Right | undefined
}

// Casbin weighs every policy row against a request, so the rows are compiled into the principal's
// set beforehand and the model keeps none: the cost is that of one call, whatever the tenant has.
const model = `
[request_definition]
r = principal, right
[policy_definition]
p = principal, right
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = grants(r.principal, r.right)
`

const narrowed = new Set<Right>(rights.filter((right) => right.narrows).map((right) => right.name))

/** It opens for the clients assigned to its holder, and for no others. */
export const isNarrowing = (right: Right): boolean => narrowed.has(right)

/** The rights in the order they are tried: one that narrows to the holder's clients comes last. */
export const widestFirst = (anyOf: readonly Right[]): readonly Right[] =>
  anyOf.some((right) => narrowed.has(right))
    ? [
        ...anyOf.filter((right) => !narrowed.has(right)),
        ...anyOf.filter((right) => narrowed.has(right)),
      ]
    : anyOf

/** One enforcer for all tenants and principals. */
export async function createGate(): Promise<Gate> {
  const enforcer = await newEnforcer(newModelFromString(model))
  await enforcer.addFunction('grants', (held: RightSet, right: Right) => held.has(right))
  return {
    allows: (held, { anyOf }) =>
      widestFirst(anyOf).find((right) => enforcer.enforceSync(held, right)),
  }
}
