import { restrictingRight } from './grant.ts'
import type { Principal } from './principal.ts'

/**
 * Which rows and fields somebody sees; it depends on them and on the right that opened the
 * operation.
 */
export interface Scope {
  /** Which clients: all, one, those assigned to the holder, or none. */
  readonly clients: 'all' | 'one' | 'set' | 'none'
  /** The client, if it is one. */
  readonly clientId: string | null
  /** The debtor, who sees only their own claims, and of these only what a debtor may see. */
  readonly debtorId: string | null
  /** Whose assigned clients they are, if it is a set. */
  readonly holderId: string | null
  /**
   * True if many rows are searched: the set is then read at once, instead of checked row by row.
   */
  readonly seeks?: true
  /** Who paid is hidden from these people of a client. */
  readonly hidesSenders?: true
  /** The right that opened the operation; undefined if none was required, or nobody called. */
  readonly openedBy: string | undefined
}

type Bound = Pick<
  Principal,
  'id' | 'kind' | 'clientId' | 'debtorId' | 'superUser' | 'assignedOnly'
> &
  Partial<Pick<Principal, 'has'>>

/** Kinds of tokens that are always bound to a client or debtor. */
const boundKinds: readonly Bound['kind'][] = ['CLIENT', 'PORTAL', 'DEBTOR']

/**
 * A bound token stays bound, whichever right opened the operation. A narrowing right limits callers
 * who are not bound, except a super-user, who also has the wider right.
 */
export function scopeOf(
  principal: Bound,
  openedBy?: string,
  narrows = principal.assignedOnly === true,
): Scope {
  const { id, kind, clientId, debtorId, superUser } = principal
  const isHiding = kind !== 'PLATFORM' && principal.has?.(restrictingRight) === true
  const hides = isHiding && { hidesSenders: true as const }
  const scope = { clientId: null, debtorId: null, holderId: null, openedBy }
  if (clientId !== null || debtorId !== null)
    return { ...scope, ...hides, clients: 'one', clientId, debtorId }
  if (boundKinds.includes(kind)) return { ...scope, ...hides, clients: 'none' }
  if (narrows && (!superUser || kind === 'PLATFORM'))
    return { ...scope, clients: 'set', holderId: id }
  return { ...scope, clients: 'all' }
}

/** All clients of the tenant, for the platform's own work. */
export const wholeTenant: Scope = {
  clients: 'all',
  clientId: null,
  debtorId: null,
  holderId: null,
  openedBy: undefined,
}

/** True if some rows, or some of their fields, are hidden. */
export const isNarrowed = ({ clients }: Scope): boolean => clients !== 'all'

/** True for people of a client or a debtor, false for the tenant's own. */
export const isBound = ({ clients }: Scope): boolean => clients === 'one' || clients === 'none'

/** Who is bound acts for a client or a debtor; the tenant's own people have no side. */
export const sides = ['CLIENT', 'DEBTOR'] as const
export type Side = (typeof sides)[number]

export function sideOf(scope: Scope): Side | null {
  if (!isBound(scope)) return null
  return scope.debtorId === null ? 'CLIENT' : 'DEBTOR'
}

/** The tenant's people end what anybody added, a client's what they and its debtors did. */
export function mayEnd(scope: Scope, addedFor: Side | null): boolean {
  const side = sideOf(scope)
  return side === null || side === addedFor || (side === 'CLIENT' && addedFor === 'DEBTOR')
}

/** What cursors and stored answers are bound to, so that they are of no use in another scope. */
export const markOfScope = ({
  clients,
  clientId,
  debtorId,
  holderId,
  hidesSenders,
}: Scope): readonly unknown[] => [
  clients,
  clientId,
  debtorId,
  holderId,
  ...(hidesSenders === true ? ['no senders'] : []),
]

/**
 * The scope as one word for row level security: empty for all, `few` if a set is checked row by
 * row.
 */
export type Reach = '' | 'one' | 'set' | 'few' | 'debtor' | 'none'

export function reachOf({ clients, debtorId, seeks }: Scope): Reach {
  if (debtorId !== null) return 'debtor'
  if (clients === 'set') return seeks === true ? 'set' : 'few'
  return clients === 'all' ? '' : clients
}
