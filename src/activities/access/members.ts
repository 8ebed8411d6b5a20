import { refuseBeyond } from '../../domain/access/grant.ts'
import type { User } from '../../entities/user.ts'
import { UserGroup } from '../../entities/user-group.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseStronger } from './grants.ts'

/**
 * The group, to whose members the caller is to give something: who has not all of their rights does
 * not. Held, so that nobody comes in meanwhile.
 */
export async function groupToBeGiven(
  unit: Unit,
  userGroupId: string,
  pointer?: string,
): Promise<UserGroup> {
  const group = await loadHeld(unit, UserGroup, userGroupId, pointer)
  const [has] = await unit.transaction.prepared<{ super_user: boolean; rights: string[] }>(
    `select
       (select coalesce(bool_or(u.super_user), false) from user_group_member m
         join user_account u on u.tenant_id = $1 and u.id = m.user_id
         where m.tenant_id = $1 and m.user_group_id = $2) as super_user,
       array(select distinct r.right_name from user_group_member m
         join user_role h on h.tenant_id = $1 and h.user_id = m.user_id
         join role_right r on r.tenant_id = $1 and r.role_id = h.role_id
         where m.tenant_id = $1 and m.user_group_id = $2) as rights`,
    [unit.tenantId, userGroupId],
  )
  const { rights = [], super_user: superUser = false } = has ?? {}
  refuseBeyond(unit.principal, { rights, superUser, clientId: null })
  return group
}

/** Whoever comes into a group that has clients is given them. */
export async function refuseGiving(unit: Unit, userGroupId: string, user: User): Promise<void> {
  const [brings] = await unit.transaction.prepared<{ clients: boolean }>(
    `select exists (select from client_access
       where tenant_id = $1 and holder_id = $2) as clients`,
    [unit.tenantId, userGroupId],
  )
  if (brings?.clients === true) await refuseStronger(unit, user)
}
