import { madeAs, plainReference } from '../../domain/payments/references.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The claims that ask to be paid under these references, by reference. */
export async function claimsByReference(
  unit: Unit,
  references: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = [...new Set(references.flatMap((one) => (one == null ? [] : plainReference(one))))]
  if (asked.length === 0) return new Map()
  const values: unknown[] = [unit.tenantId, asked.flatMap(madeAs)]
  const rows = await unit.transaction.prepared<{ id: string; reference: string }>(
    `select id, payment_reference as reference from invoice
     where tenant_id = $1 and payment_reference = any($2) and booked_date is not null
       and ${unit.bound('invoice', values)} order by id`,
    values,
  )
  const ids = Map.groupBy(rows, ({ reference }) => plainReference(reference))
  return new Map([...ids].map(([reference, of]) => [reference, of.map(({ id }) => id)]))
}
