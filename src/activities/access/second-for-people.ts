import { requireSecond, type Pending, type SecondNeeded } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { noneButCaller } from './who-is-behind.ts'

/**
 * Whatever makes a super-user, or leaves one fewer, takes two. Asked under the lock of
 * administrators, so that those who are counted remain.
 */
export async function secondForSuperUser(
  unit: Unit,
  needed: Pick<SecondNeeded, 'payload' | 'isState'> & { type: string; id: string },
): Promise<Pending | undefined> {
  const { type, id, ...rest } = needed
  const subject = { type, id, clientId: null }
  return secondUnlessAlone(unit, { topic: 'TOGGLE_SUPER_USER', subject, ...rest })
}

/** The same of a user of the tenant, who could be the second of whoever lets them in. */
export async function secondForStaff(
  unit: Unit,
  payload: SecondNeeded['payload'],
): Promise<Pending | undefined> {
  const subject = { type: 'Tenant', id: unit.tenantId, clientId: null }
  return secondUnlessAlone(unit, { topic: 'STAFF_INVITATION', subject, payload })
}

async function secondUnlessAlone(unit: Unit, needed: SecondNeeded): Promise<Pending | undefined> {
  const pending = requireSecond(unit, needed)
  return pending === undefined || (await isOnlyOne(unit)) ? undefined : pending
}

/**
 * While a tenant has one super-user alone, nobody else could agree to there being another. Where it
 * has none any more, the operator makes one: it is not for whoever comes first.
 */
async function isOnlyOne(unit: Unit): Promise<boolean> {
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from user_account where tenant_id = $1 and super_user and status = 'ACTIVE'
     union all
     select id from token
     where tenant_id = $1 and super_user and revoked_at is null and expires_at > $2`,
    [unit.tenantId, unit.now],
  )
  const ids = rows.map(({ id }) => id)
  return ids.length > 0 && (await noneButCaller(unit, ids)).size === ids.length
}
