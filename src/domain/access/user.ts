import { invalid } from '../refusal.ts'

/** STAFF works for the tenant, CLIENT and DEBTOR for themselves, SYSTEM is a technical user. */
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

/** A client's people are bound to that client, a debtor's to that debtor, the tenant's own to none. */
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

/** What switching a user on or off makes of them: who never accepted is still only invited. */
export function statusWhen(active: boolean, hasPassword: boolean): UserStatus {
  if (!active) return 'DISABLED'
  return hasPassword ? 'ACTIVE' : 'INVITED'
}

/** Somebody bound to a client cannot be trusted with all of them. */
export function mayBeSuperUser(user: {
  kind: UserKind
  clientId?: string | null | undefined
}): boolean {
  return (user.kind === 'STAFF' || user.kind === 'SYSTEM') && (user.clientId ?? null) === null
}
