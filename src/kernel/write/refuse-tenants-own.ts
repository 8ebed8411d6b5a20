import { isBound, type Scope } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { factsOf } from '../../entities/table.ts'
import type { Change } from './changes.ts'

/**
 * A caller who is bound to a client may read the tenant's registers and change none of them,
 * whatever right opened the operation: other clients use them too.
 */
export function refuseTenantsOwn(scope: Scope, changes: readonly Change[]): void {
  if (!isBound(scope) || !changes.some(isTenantsOwn)) return
  refuse('ACCESS_DENIED', {
    detail: 'What belongs to the whole tenant is changed by its own people alone.',
  })
}

function isTenantsOwn({ meta }: Change): boolean {
  const { clientColumn, shared, boundMayWrite } = factsOf(meta.tableName)
  return clientColumn === undefined && shared !== true && boundMayWrite !== true
}
