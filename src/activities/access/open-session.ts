import { session } from '../../domain/access/token.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { issueToken, type IssuedToken } from './issue-token.ts'

export interface Session extends IssuedToken {
  /** True if a second factor is required and not enrolled: until then nothing else is allowed. */
  enrolmentRequired?: true
}

/** Opens a session, whose rights are read from the user's roles at every call. */
export async function openSession(unit: Unit, user: User): Promise<Session> {
  // By SQL, so that the version of the user stays: a login must not make another change fail.
  await unit.transaction.query(
    'update user_account set last_login_at = $3 where tenant_id = $1 and id = $2',
    [unit.tenantId, user.id, unit.now],
  )
  const issued = issueToken(unit, {
    kind: 'USER',
    name: 'Session',
    userId: user.id,
    clientId: user.clientId ?? null,
    debtorId: user.debtorId ?? null,
    ...session,
  })
  const mustEnrol = user.mfaRequired && user.mfaEnrolledAt == null
  return mustEnrol ? { ...issued, enrolmentRequired: true } : issued
}
