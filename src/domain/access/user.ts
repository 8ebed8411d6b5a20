import { invalid } from '../refusal.ts'

/**
 * STAFF works for the tenant, CLIENT for a client, DEBTOR for a debtor; SYSTEM is a technical user.
 */
export const userKinds = ['STAFF', 'CLIENT', 'DEBTOR', 'SYSTEM'] as const
export type UserKind = (typeof userKinds)[number]

export const userStatuses = ['INVITED', 'ACTIVE', 'DISABLED'] as const
export type UserStatus = (typeof userStatuses)[number]

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'WITHDRAWN', 'EXPIRED'] as const

const dayMs = 24 * 60 * 60 * 1000
export const invitationReminderAfterMs = 3 * dayMs
export const invitationExpiresAfterMs = 7 * dayMs

export const resetStatuses = ['PENDING', 'USED', 'EXPIRED'] as const
export const resetExpiresAfterMs = 60 * 60 * 1000

/**
 * People of a client are bound to it, those of a debtor to that debtor, the tenant's own to none.
 */
export function kindOf(
  wanted: UserKind | undefined,
  clientId: string | null,
  debtorId: string | null,
): UserKind {
  const bound = debtorId === null ? 'CLIENT' : 'DEBTOR'
  const kind = wanted ?? (clientId === null ? 'STAFF' : bound)
  if (kind === 'DEBTOR' && debtorId === null) {
    invalid('/debtorId', 'REQUIRED', "A debtor's user belongs to a debtor")
  }
  if (kind === 'CLIENT' && clientId === null) {
    invalid('/clientId', 'REQUIRED', "A client's user belongs to a client")
  }
  if (clientId !== null && kind !== bound) {
    invalid('/kind', 'NOT_OF_A_CLIENT', `Bound so, it is a user of kind ${bound}`)
  }
  return kind
}

/** The status after switching a user on or off; one who never accepted is INVITED again. */
export function statusWhen(active: boolean, hasPassword: boolean): UserStatus {
  if (!active) return 'DISABLED'
  return hasPassword ? 'ACTIVE' : 'INVITED'
}

/** A user bound to a client must not reach all clients, as a super-user does. */
export function mayBeSuperUser(user: {
  kind: UserKind
  clientId?: string | null | undefined
}): boolean {
  return (user.kind === 'STAFF' || user.kind === 'SYSTEM') && (user.clientId ?? null) === null
}
