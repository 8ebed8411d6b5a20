import type { Unit } from '../../kernel/write/unit.ts'

/** The claims that were issued under these numbers, by number: each client has its own. */
export async function claimsByNumber(
  unit: Unit,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (numbers.length === 0) return new Map()
  const values: unknown[] = [unit.tenantId, [...new Set(numbers)]]
  const rows = await unit.transaction.prepared<{ id: string; number: string }>(
    `select id, invoice_number as number from invoice
     where tenant_id = $1 and invoice_number = any($2) and type <> 'CREDIT_INVOICE'
       and booked_date is not null and ${unit.bound('invoice', values)} order by id`,
    values,
  )
  const of = Map.groupBy(rows, ({ number }) => number)
  return new Map([...of].map(([number, all]) => [number, all.map(({ id }) => id)]))
}
