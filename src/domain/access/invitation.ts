import { invitationReminderAfterMs } from './user.ts'

export interface InvitationFacts {
  createdAt: Date
  expiresAt: Date
}

/** When its one reminder is due: three days after it was made, unless it ends before that. */
export function reminderAt({ createdAt, expiresAt }: InvitationFacts): Date {
  const due = createdAt.getTime() + invitationReminderAfterMs
  return new Date(Math.min(due, expiresAt.getTime()))
}
