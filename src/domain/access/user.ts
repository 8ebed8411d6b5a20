/** STAFF works for the tenant, CLIENT and DEBTOR for themselves, SYSTEM is a technical user. */
export const userKinds = ['STAFF', 'CLIENT', 'DEBTOR', 'SYSTEM'] as const
export type UserKind = (typeof userKinds)[number]

export const userStatuses = ['INVITED', 'ACTIVE', 'DISABLED'] as const
export type UserStatus = (typeof userStatuses)[number]

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'WITHDRAWN', 'EXPIRED'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

const dayMs = 24 * 60 * 60 * 1000
export const invitationReminderAfterMs = 3 * dayMs
export const invitationExpiresAfterMs = 7 * dayMs
