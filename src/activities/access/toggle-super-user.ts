import type { z } from 'zod'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { mayBeSuperUser } from '../../domain/access/user.ts'
import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseLastAdministrator } from './last-administrator.ts'
import { lockAdministrators, lockOne } from './locks.ts'
import { sameAsCaller } from './who-is-behind.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const toggleSuperUserInput = bodyOf(User, ['superUser'])

/** Makes a user super-user or ends it; if two end each other at once, one of them remains. */
export async function toggleSuperUser(
  unit: Unit,
  id: string,
  { superUser }: z.output<typeof toggleSuperUserInput>,
): Promise<User | Pending> {
  const before = await unit.load(User, id)
  refuseBeyond(unit.principal, { rights: [], superUser: true, clientId: before.clientId ?? null })
  if (before.superUser !== superUser && !(await isOnlyOne(unit))) {
    const subject = { type: 'User', id, clientId: null }
    const pending = requireSecond(unit, {
      topic: 'TOGGLE_SUPER_USER',
      subject,
      payload: { superUser },
      isState: true,
    })
    if (pending !== undefined) return pending
  }
  await lockAdministrators(unit)
  await lockOne(unit, 'user', id)
  const user = await unit.load(User, id)
  refuseBeyond(unit.principal, { rights: [], superUser: true, clientId: user.clientId ?? null })
  if (user.superUser === superUser) return user
  if (superUser && !mayBeSuperUser(user)) refuse('NOT_STAFF')
  if (!superUser) await refuseLastAdministrator(unit, user)
  user.superUser = superUser
  await unit.flush()
  return user
}

/** While a tenant has one super-user alone, nobody else could agree to there being another. */
async function isOnlyOne(unit: Unit): Promise<boolean> {
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from user_account where tenant_id = $1 and super_user and status = 'ACTIVE'
     union all
     select id from token
     where tenant_id = $1 and super_user and revoked_at is null and expires_at > $2`,
    [unit.tenantId, unit.now],
  )
  const ids = rows.map(({ id }) => id)
  return (await sameAsCaller(unit, ids)).size === ids.length
}
