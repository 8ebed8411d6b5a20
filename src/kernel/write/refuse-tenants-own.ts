import { isBound, type Scope } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { factsOf } from '../../entities/table.ts'
import type { Change } from './changes.ts'

/**
 * A caller who is bound to a client may read the tenant's registers and change none of them,
 * whatever right opened the operation: other clients use them too. Nor does a client decide what
 * the tenant thinks of it, on rows of its own.
 */
export function refuseTenantsOwn(scope: Scope, changes: readonly Change[]): void {
  if (!isBound(scope)) return
  if (changes.some(isTenantsOwn)) {
    refuse('ACCESS_DENIED', {
      detail: 'What belongs to the whole tenant is changed by its own people alone.',
    })
  }
  if (changes.some(saysForTheTenant)) refuseSaidByClient()
}

/** What the tenant alone says about a client. */
export function refuseSaidByClient(): never {
  return refuse('ACCESS_DENIED', {
    detail: 'What holds for a client is said by the tenant’s own people alone.',
  })
}

/** A row that is no client's, whatever its table has; nor is one made theirs by whoever gets it. */
function isTenantsOwn({ meta, action, entity, fields }: Change): boolean {
  const { clientColumn, boundMayWrite } = factsOf(meta.tableName)
  if (boundMayWrite !== undefined) return false
  if (clientColumn === undefined) return true
  if (clientColumn === 'id') return false
  const { from = entity['clientId'] } = action === 'UPDATED' ? (fields['clientId'] ?? {}) : {}
  return from == null || entity['clientId'] == null
}

function saysForTheTenant({ meta, action, fields }: Change): boolean {
  const { tenantsAlone = [] } = factsOf(meta.tableName)
  if (action === 'UPDATED') return tenantsAlone.some((name) => name in fields)
  return action === 'CREATED' && tenantsAlone.some((name) => fields[name]?.to != null)
}
