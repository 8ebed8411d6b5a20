import type { Unit } from '../../kernel/write/unit.ts'

/** Those of some payouts whose payout account was disabled since they were made. */
export async function toDisabled(unit: Unit, ids: readonly string[]): Promise<Set<string>> {
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select p.id from payout p where p.tenant_id = $1 and p.id = any($2) and exists (
         select from payout_account d where d.tenant_id = $1
           and d.client_account_id = p.client_account_id
           and d.client_bank_account_id = p.payout_account_id
           and d.status = 'DISABLED' and d.updated_at >= p.created_at)
       and not exists (
         select from payout_account l where l.tenant_id = $1
           and l.client_account_id = p.client_account_id
           and l.client_bank_account_id = p.payout_account_id and l.status = 'VERIFIED')`,
    [unit.tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
