import { session } from '../../domain/access/token.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { issueToken, type IssuedToken } from './issue-token.ts'

export interface Session extends IssuedToken {
  /** A second factor is demanded and there is none yet: until it is enrolled nothing else opens. */
  enrolmentRequired?: true
}

/** A user is in. What they may do is read from their roles at every call. */
export async function openSession(unit: Unit, user: User): Promise<Session> {
  // No change of the user: nobody else's change of them shall fail because they logged in.
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
