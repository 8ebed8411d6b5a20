import { platform } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { AtTheDoor } from './login.ts'
import { openSession, type Session } from './open-session.ts'

/** For whoever has shown by something else than a password that they are that user. */
export function openSessionOf(
  { runtime, now }: AtTheDoor,
  { tenantId, email }: { tenantId: string; email: string },
): Promise<Session> {
  return inUnit(runtime, platform(tenantId, 'one-time link'), { now }, async (unit) => {
    const user = await unit.find(User, { email, status: 'ACTIVE' })
    return user === null ? refuse('LOGIN_FAILED') : openSession(unit, user)
  })
}
