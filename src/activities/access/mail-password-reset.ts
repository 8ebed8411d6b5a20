import { platform } from '../../domain/access/principal.ts'
import { PasswordReset } from '../../entities/password-reset.ts'
import { Tenant } from '../../entities/tenant.ts'
import { User } from '../../entities/user.ts'
import { linkToken } from '../../ports/keys/link-tokens.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { recordMailed } from './record-mailed.ts'

export interface PasswordResetState {
  open: boolean
  /** The user was removed, or the database is another one. */
  gone?: true
  expiresAt: number
}

/** Mails the link for a new password; a second run mails nothing. */
export async function sendPasswordReset(task: Task): Promise<PasswordResetState> {
  const { runtime, tenantId, entityId } = task
  const as = platform(tenantId, 'password reset')
  const facts = await inUnit(runtime, as, task, async (unit) => {
    const reset = await unit.find(PasswordReset, { id: entityId })
    const user = reset && (await unit.find(User, { id: reset.userId }))
    if (reset === null || user === null) return undefined
    return { reset, user, tenant: await unit.load(Tenant, {}) }
  })
  if (facts === undefined) return { open: false, gone: true, expiresAt: 0 }
  const { reset, user, tenant } = facts
  const state = { open: reset.status === 'PENDING', expiresAt: reset.expiresAt.getTime() }
  if (!state.open || reset.sentAt !== null) return state
  const secret = linkToken(runtime.keys.links, 'password-reset', tenantId, entityId)
  await runtime.mail.send({
    to: user.email,
    subject: `A new password for ${tenant.name}`,
    text:
      `Hello ${user.name},\n\nsomebody asked for a new password for you at ${tenant.name}. ` +
      `If it was you, choose it here within the hour:\n` +
      `${runtime.publicUrl}/links/password-reset#token=${secret}\n\n` +
      `If it was not, there is nothing to do: your password stays as it is.\n`,
    messageId: entityId,
  })
  await recordMailed(task, as, user.id, PasswordReset, (sent, now) => (sent.sentAt = now))
  return state
}

/** Expires a reset after its hour, unless it was used meanwhile. */
export function expirePasswordReset(task: Task): Promise<{ expired: boolean; gone?: true }> {
  const as = platform(task.tenantId, 'password reset')
  return inUnit(task.runtime, as, task, async (unit) => {
    const reset = await unit.find(PasswordReset, { id: task.entityId })
    if (reset === null) return { expired: false, gone: true }
    const expired = reset.status === 'PENDING' && reset.expiresAt <= unit.now
    if (expired) reset.status = 'EXPIRED'
    return { expired }
  })
}
