import type { Unit } from '../../kernel/write/unit.ts'

/** Whose money is looked at: a claim, who sells and who owes it. */
interface Reviewed {
  clientId: string
  debtorId: string
  invoiceId: string
}

const open = `
  select 1 from system_errand e
  where e.tenant_id = $1 and e.type = 'AML' and e.status in ('OPEN', 'IN_PROGRESS')
  and e.data->>'result' = 'HIT'`

/** Whether the monitoring found somebody or something here, and nobody has cleared it yet. */
export async function isUnderReview(unit: Unit, one: Reviewed): Promise<boolean> {
  return (await underReviewAmong(unit, [one])).has(one.invoiceId)
}

/** The same of many claims; returns the invoices of which it did. */
export function underReviewAmong(
  unit: Unit,
  all: readonly Reviewed[],
): Promise<ReadonlySet<string>> {
  return unit.widened(async () => {
    const rows = await unit.transaction.prepared<{ id: string }>(
      `select r.id from unnest($2::uuid[], $3::uuid[], $4::uuid[]) r (client_id, id, debtor_id)
       where exists (${open}
         and (e.subject_id in (id_text(r.client_id), id_text(r.id), id_text(r.debtor_id))
         or e.subject_type = 'Debtor' and e.subject_id in (
           select id_text(b.id) from debtor a
           join debtor b on b.tenant_id = $1 and b.system_debtor_id = a.system_debtor_id
           where a.tenant_id = $1 and a.id = r.debtor_id)
         or e.subject_type = 'Payout' and e.subject_id in (
           select id_text(id) from payout where tenant_id = $1 and client_id = r.client_id)))`,
      [
        unit.tenantId,
        all.map(({ clientId }) => clientId),
        all.map(({ invoiceId }) => invoiceId),
        all.map(({ debtorId }) => debtorId),
      ],
    )
    return new Set(rows.map(({ id }) => id))
  })
}

/** Of the tenant $1 what was found about a client, its payouts or its claims, and is open. */
export const openFindingsOf = (client: string) => `${open} and (e.subject_id = id_text(${client})
  or e.subject_type = 'Payout' and e.subject_id in (
    select id_text(id) from payout where tenant_id = $1 and client_id = ${client})
  or e.subject_type = 'Invoice' and e.subject_id in (
    select id_text(id) from invoice
    where tenant_id = $1 and client_id = ${client} and id = id_of(e.subject_id)))`
