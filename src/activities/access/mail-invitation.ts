import { platform } from '../../domain/access/principal.ts'
import { reminderAt } from '../../domain/access/invitation.ts'
import { Invitation } from '../../entities/invitation.ts'
import { Tenant } from '../../entities/tenant.ts'
import { User } from '../../entities/user.ts'
import { linkToken } from '../../ports/keys/link-tokens.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { isStillMeant } from './invite.ts'
import { recordMailed } from './record-mailed.ts'

export interface InvitationState {
  open: boolean
  /** The user was removed, or the database is another one. */
  gone?: true
  reminderAt: number
  expiresAt: number
}

/** Mails the link; a second run mails it again only after a crash between mail and record. */
export function sendInvitation(task: Task): Promise<InvitationState> {
  return mailOnce(task, 'sentAt', {
    subject: (tenant) => `You are invited to ${tenant}`,
    opening: (name, tenant) => `Hello ${name},\n\n${tenant} invites you to work with them.`,
  })
}

/** Mails the same link again to a user who has not accepted yet, unless it would not work. */
export async function remindOfInvitation(task: Task): Promise<InvitationState> {
  await withdrawUnmeant(task)
  return mailOnce(task, 'remindedAt', {
    subject: (tenant) => `Your invitation to ${tenant} is still open`,
    opening: (name, tenant) => `Hello ${name},\n\nthe invitation of ${tenant} still waits for you.`,
  })
}

function withdrawUnmeant(task: Task): Promise<void> {
  return inUnit(task.runtime, platform(task.tenantId, 'invitation'), task, async (unit) => {
    const invitation = await unit.find(Invitation, { id: task.entityId })
    if (invitation?.status !== 'PENDING') return
    const user = await unit.find(User, { id: invitation.userId })
    if (user === null || (await isStillMeant(unit, invitation, user))) return
    invitation.status = 'WITHDRAWN'
  })
}

interface Wording {
  subject(tenant: string): string
  opening(name: string, tenant: string): string
}

async function mailOnce(
  task: Task,
  note: 'sentAt' | 'remindedAt',
  wording: Wording,
): Promise<InvitationState> {
  const { runtime, tenantId, entityId } = task
  const as = platform(tenantId, 'invitation')
  const facts = await inUnit(runtime, as, task, async (unit) => {
    const invitation = await unit.find(Invitation, { id: entityId })
    const user = invitation && (await unit.find(User, { id: invitation.userId }))
    if (invitation === null || user === null) return undefined
    return { invitation, user, tenant: await unit.load(Tenant, {}) }
  })
  if (facts === undefined) return { open: false, gone: true, reminderAt: 0, expiresAt: 0 }
  const { invitation, user, tenant } = facts
  const state = {
    open: invitation.status === 'PENDING',
    reminderAt: reminderAt(invitation).getTime(),
    expiresAt: invitation.expiresAt.getTime(),
  }
  if (!state.open || invitation[note] !== null) return state
  const secret = linkToken(runtime.keys.links, 'invitation', tenantId, entityId)
  await runtime.mail.send({
    to: user.email,
    subject: wording.subject(tenant.name),
    text:
      `${wording.opening(user.name, tenant.name)}\n\nChoose a password here:\n` +
      `${runtime.publicUrl}/links/invitation#token=${secret}\n\n` +
      `The link works until ${invitation.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.\n`,
    messageId: `${entityId}.${note}`,
  })
  await recordMailed(task, as, user.id, Invitation, (sent, now) => (sent[note] = now))
  return state
}
