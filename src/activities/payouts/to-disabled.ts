import type { Unit } from '../../kernel/write/unit.ts'

/** Those of some payouts whose payout account, or that of their debtor, was disabled since. */
export async function toDisabled(unit: Unit, ids: readonly string[]): Promise<Set<string>> {
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select p.id from payout p where p.tenant_id = $1 and p.id = any($2) and p.claim_id is null
       and exists (
         select from payout_account d where d.tenant_id = $1
           and d.client_account_id = p.client_account_id
           and d.client_bank_account_id = p.payout_account_id
           and d.status = 'DISABLED' and d.updated_at >= p.created_at)
       and not exists (
         select from payout_account l where l.tenant_id = $1
           and l.client_account_id = p.client_account_id
           and l.client_bank_account_id = p.payout_account_id and l.status = 'VERIFIED')
     union all
     select p.id from payout p
       left join debtor o on o.tenant_id = $1 and o.id = p.debtor_id
     where p.tenant_id = $1 and p.id = any($2) and p.claim_id is not null
       and exists (
         select from debtor_payout_account d where d.tenant_id = $1
           and d.debtor_id in (p.debtor_id, o.moved_to_id) and d.kind = p.payout_kind
           and d.number = p.payout_number
           and d.status = 'DISABLED' and d.updated_at >= p.created_at)
       and not exists (
         select from debtor_payout_account l where l.tenant_id = $1
           and l.debtor_id in (p.debtor_id, o.moved_to_id) and l.kind = p.payout_kind
           and l.number = p.payout_number and l.status = 'VERIFIED')`,
    [unit.tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
