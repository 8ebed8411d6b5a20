import { platformId } from '../id-forms.ts'

export const principalKinds = [
  'SYSTEM',
  'CLIENT',
  'PORTAL',
  'DEBTOR',
  'USER',
  'SERVICE_ACCOUNT',
] as const
export type PrincipalKind = (typeof principalKinds)[number]

/** Who acts; it always comes from the token, never from a body or a path. */
export interface Principal {
  kind: PrincipalKind | 'PLATFORM'
  id: string
  name: string
  tenantId: string
  /** The client that they are bound to: they see and change nothing of others. */
  clientId: string | null
  debtorId: string | null
  /** True if work for somebody else reaches only the clients assigned to them. */
  assignedOnly?: boolean
  /** The right by which work for somebody else was asked for. */
  openedBy?: string
  superUser: boolean
  tokenId: string | null
  /** The tenant's time zone, if it was read together with the caller. */
  timeZone?: string
  has(right: string): boolean
  /** Which of the rights they lack. */
  lacks(rights: readonly string[]): string[]
}

/** The platform itself, acting for a tenant in a workflow, a job or the command line. */
export function platform(tenantId: string, name: string): Principal {
  return {
    kind: 'PLATFORM',
    id: platformId,
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

/** Whose people look into Temporal: payloads of all tenants lie there side by side. */
export type OperatorTenant = () => Promise<string | undefined>

/** A user who is logging in: acts for themselves, without any right until there is a session. */
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
