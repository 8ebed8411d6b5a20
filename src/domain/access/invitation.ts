import { invitationReminderAfterMs } from './user.ts'

export interface InvitationFacts {
  createdAt: Date
  expiresAt: Date
}

/** The one reminder is due after three days, unless the invitation expires before that. */
export function reminderAt({ createdAt, expiresAt }: InvitationFacts): Date {
  const due = createdAt.getTime() + invitationReminderAfterMs
  return new Date(Math.min(due, expiresAt.getTime()))
}
