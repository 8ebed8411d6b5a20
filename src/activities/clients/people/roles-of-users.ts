import type { Unit } from '../../../kernel/write/unit.ts'

/** The roles of each user. */
export async function rolesOfUsers(
  unit: Unit,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await unit.transaction.prepared<{ id: string; roles: string[] }>(
    `select user_id as id, array_agg(role_id order by role_id) as roles from user_role
     where tenant_id = $1 and user_id = any ($2) group by 1`,
    [unit.tenantId, userIds],
  )
  return new Map(rows.map(({ id, roles }) => [id, roles]))
}
