import type { Principal } from './principal.ts'

/** Which rows and fields somebody sees, by who they are and by the right that let them in. */
export interface Scope {
  /** Of the clients: all, one, those assigned to the holder, or none. */
  readonly clients: 'all' | 'one' | 'set' | 'none'
  /** The one client, where it is one. */
  readonly clientId: string | null
  /** A debtor sees what a debtor may see, of its own claims alone. */
  readonly debtorId: string | null
  /** Whose assigned clients they are, where it is a set. */
  readonly holderId: string | null
  /** Of a set: it is asked of many rows at once, and not of the few that are named. */
  readonly seeks?: true
  /** The right that opened; none where a token was enough, or nobody asked. */
  readonly openedBy: string | undefined
}

type Bound = Pick<Principal, 'id' | 'kind' | 'clientId' | 'debtorId' | 'superUser' | 'assignedOnly'>

/** Kinds of tokens that are always somebody's in particular. */
const boundKinds: readonly Bound['kind'][] = ['CLIENT', 'PORTAL', 'DEBTOR']

/**
 * What a token is bound to holds whatever opened; a right that narrows holds for whoever is bound
 * to nothing else, but for a super-user, who holds the wide one of everything.
 */
export function scopeOf(
  principal: Bound,
  openedBy?: string,
  narrows = principal.assignedOnly === true,
): Scope {
  const { id, kind, clientId, debtorId, superUser } = principal
  const scope = { clientId: null, debtorId: null, holderId: null, openedBy }
  if (clientId !== null || debtorId !== null)
    return { ...scope, clients: 'one', clientId, debtorId }
  if (boundKinds.includes(kind)) return { ...scope, clients: 'none' }
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

/** Not everything is seen: some rows, or some of their fields, are kept back. */
export const isNarrowed = ({ clients }: Scope): boolean => clients !== 'all'

/** Somebody at a client or a debtor, and none of the tenant's own people. */
export const isBound = ({ clients }: Scope): boolean => clients === 'one' || clients === 'none'

/** What a page of a list, or an answer that is kept, is bound to. */
export const markOfScope = ({
  clients,
  clientId,
  debtorId,
  holderId,
}: Scope): readonly unknown[] => [clients, clientId, debtorId, holderId]

/** One word for how far it goes, as the database is told it: none for all; `few` of a set, row by row. */
export type Reach = '' | 'one' | 'set' | 'few' | 'debtor' | 'none'

export function reachOf({ clients, debtorId, seeks }: Scope): Reach {
  if (debtorId !== null) return 'debtor'
  if (clients === 'set') return seeks === true ? 'set' : 'few'
  return clients === 'all' ? '' : clients
}
