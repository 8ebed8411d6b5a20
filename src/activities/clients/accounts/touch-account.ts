import type { Unit } from '../../../kernel/write/unit.ts'

/** What an account shows as available changed, so its version changes too. */
export async function touchAccount(unit: Unit, id: string): Promise<void> {
  unit.takes('client_account', [id])
  await unit.transaction.query(
    `update client_account set version = version + 1, updated_at = $3
     where tenant_id = $1 and id = $2`,
    [unit.tenantId, id, unit.now],
  )
}
