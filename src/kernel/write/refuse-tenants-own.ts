import { isBound, mayEnd, type Scope, type Side } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { factsOf } from '../../entities/table.ts'
import type { Change } from './changes.ts'

/**
 * A caller who is bound to a client may read the tenant's registers and change none of them,
 * whatever right opened the operation: other clients use them too. Nor does a client decide what
 * the tenant thinks of it, on rows of its own, or end what the tenant's people added there.
 */
export function refuseTenantsOwn(scope: Scope, changes: readonly Change[]): void {
  if (!isBound(scope)) return
  if (changes.some(isTenantsOwn)) {
    refuse('ACCESS_DENIED', {
      detail: 'What belongs to the whole tenant is changed by its own people alone.',
    })
  }
  if (changes.some(saysForTheTenant)) refuseSaidByClient()
  if (changes.some((change) => endsAnothers(scope, change))) refuseEnding()
}

/** What the tenant alone says about a client. */
export function refuseSaidByClient(): never {
  return refuse('ACCESS_DENIED', {
    detail: 'What holds for a client is said by the tenant’s own people alone.',
  })
}

type Added = { addedFor?: Side | null | undefined }

/** Before what cannot be taken back is done about it, as deleting its bytes. */
export function refuseEndingOf(scope: Scope, { addedFor = null }: Added): void {
  if (!mayEnd(scope, addedFor)) refuseEnding()
}

/** What another side added. */
export function refuseEnding(): never {
  return refuse('ACCESS_DENIED', {
    detail: 'What the tenant’s people added, they change and delete themselves.',
  })
}

function endsAnothers(scope: Scope, { meta, action, entity, fields }: Change): boolean {
  const { added } = factsOf(meta.tableName)
  if (added === undefined || action === 'CREATED') return false
  if (mayEnd(scope, (entity as Added).addedFor ?? null)) return false
  const { but = [] } = added
  return action === 'DELETED' || Object.keys(fields).some((name) => !but.includes(name))
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
