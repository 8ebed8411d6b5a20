export const principalKinds = [
  'SYSTEM',
  'CLIENT',
  'PORTAL',
  'DEBTOR',
  'USER',
  'SERVICE_ACCOUNT',
] as const
export type PrincipalKind = (typeof principalKinds)[number]

/** Who acts: always from the token, never from a body or a path. */
export interface Principal {
  kind: PrincipalKind | 'PLATFORM'
  id: string
  name: string
  tenantId: string
  /** Bound to one client: sees and touches only what is that client's. */
  clientId: string | null
  debtorId: string | null
  /** In work that goes on for somebody: of the tenant's clients, only those assigned to them. */
  assignedOnly?: boolean
  superUser: boolean
  tokenId: string | null
  /** In which the tenant's business days are, where it was asked for together with who calls. */
  timeZone?: string
  has(right: string): boolean
  /** Those of the given rights that are missing. */
  lacks(rights: readonly string[]): string[]
}

/** The platform itself, acting for a tenant in a workflow, a job or the command line. */
export function platform(tenantId: string, name: string): Principal {
  return {
    kind: 'PLATFORM',
    id: 'platform',
    name,
    tenantId,
    clientId: null,
    debtorId: null,
    superUser: true,
    tokenId: null,
    has: () => true,
    lacks: () => [],
  }
}

/** A user at the door: acts for themselves, and holds nothing until a session is theirs. */
export function userAtDoor(user: {
  tenantId: string
  id: string
  name: string
  clientId?: string | null | undefined
  debtorId?: string | null | undefined
}): Principal {
  return {
    kind: 'USER',
    id: user.id,
    name: user.name,
    tenantId: user.tenantId,
    clientId: user.clientId ?? null,
    debtorId: user.debtorId ?? null,
    superUser: false,
    tokenId: null,
    has: () => false,
    lacks: (rights) => [...rights],
  }
}
