import { madeAs, plainReference } from '../../domain/payments/references.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A claim that asks to be paid under a reference. */
export interface ReferredClaim extends Record<string, string> {
  id: string
  clientId: string
  currency: string
  invoiceCurrency: string
}

/** The claims that ask to be paid under these references, by reference. */
export async function claimsReferredTo(
  unit: Unit,
  references: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, readonly ReferredClaim[]>> {
  const asked = [...new Set(references.flatMap((one) => (one == null ? [] : plainReference(one))))]
  if (asked.length === 0) return new Map()
  const values: unknown[] = [unit.tenantId, asked.flatMap(madeAs)]
  const rows = await unit.transaction.prepared<ReferredClaim & { reference: string }>(
    `select id, client_id as "clientId", base_currency as currency,
       invoice_currency as "invoiceCurrency", payment_reference as reference
     from invoice where tenant_id = $1 and payment_reference = any($2)
       and booked_date is not null and ${unit.bound('invoice', values)} order by id`,
    values,
  )
  return Map.groupBy(rows, ({ reference }) => plainReference(reference))
}

/** The same, of which nothing but their ids is asked. */
export async function claimsByReference(
  unit: Unit,
  references: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await claimsReferredTo(unit, references)
  return new Map([...found].map(([reference, of]) => [reference, of.map(({ id }) => id)]))
}
