import type { Unit } from '../../kernel/write/unit.ts'

/** How many rows each invoice has; those without any are not in it. */
export async function rowCounts(
  unit: Unit,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await unit.transaction.prepared<{ id: string; count: number }>(
    `select invoice_id as id, count(*)::int as count from article
     where tenant_id = $1 and invoice_id = any($2) group by invoice_id`,
    [unit.tenantId, invoiceIds],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
