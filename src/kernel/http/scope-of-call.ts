import { scopeOf, type Scope } from '../../domain/access/scope.ts'
import type { Caller } from '../../policy/authenticate.ts'
import { isNarrowing, type Gate } from '../../policy/gate.ts'
import { needsSuperUser, rightsOf, type Operation } from './operation.ts'

/** In which scope the caller may call the operation: that of the right which opens; or not at all. */
export function scopeOfCall(
  gate: Gate,
  { requires }: Pick<Operation, 'requires'>,
  caller: Caller,
): Scope | undefined {
  const anyOf = rightsOf(requires)
  const openedBy = anyOf.length === 0 ? undefined : gate.allows(caller.rights, { anyOf })
  if (anyOf.length > 0 && openedBy === undefined) return undefined
  if (needsSuperUser(requires) && !caller.superUser) return undefined
  return scopeOf(caller, openedBy, openedBy !== undefined && isNarrowing(openedBy))
}
