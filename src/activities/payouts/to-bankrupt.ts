import type { Unit } from '../../kernel/write/unit.ts'

/** Those of some refunds that were to go to the debtor's own account when it became bankrupt. */
export async function toBankrupt(unit: Unit, ids: readonly string[]): Promise<Set<string>> {
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select p.id from payout p
     join debtor d on d.tenant_id = $1 and d.id = p.debtor_id and d.bankrupt_since is not null
     where p.tenant_id = $1 and p.id = any($2) and p.claim_id is not null and exists (
       select from system_debtor_event e where e.tenant_id = $1
         and e.system_debtor_id = d.system_debtor_id and e.type = 'BANKRUPTCY'
         and e.created_at > p.created_at)`,
    [unit.tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
