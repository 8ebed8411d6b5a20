import type { Unit } from '../../kernel/write/unit.ts'

/** Whose people somebody is of; null of one that is not known any more. */
export async function whosePrincipal(
  unit: Unit,
  principalId: string,
): Promise<'TENANT' | 'CLIENT' | null> {
  const [found] = await unit.widened(() =>
    unit.transaction.prepared<{ bound: boolean }>(
      `select client_id is not null as bound from token where tenant_id = $1 and id = $2
       union all
       select client_id is not null from user_account where tenant_id = $1 and id = $2
       union all
       select client_id is not null from service_account where tenant_id = $1 and id = $2`,
      [unit.tenantId, principalId],
    ),
  )
  if (found === undefined) return null
  return found.bound ? 'CLIENT' : 'TENANT'
}
