import { refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Every prefix that references of a tenant were ever made with. */
const prefixes = `(
    select prefix from payment_reference_setting where tenant_id = $1
    union all select unnest(former_prefixes) from payment_reference_setting where tenant_id = $1
    union all select prefix from account_reference_setting where tenant_id = $1
    union all select unnest(former_prefixes) from account_reference_setting where tenant_id = $1)`

/**
 * The last that the platform gave. They all have six digits, of which the first is neither zero,
 * since people leave out leading zeros, nor nine, with which those begin that people choose.
 */
export const lastGiven = `(
    select greatest(max(prefix::int), 100000) from ${prefixes} p where prefix ~ '^[1-8][0-9]{5}$')`

/** The next one to give, under the lock of the shared defaults. */
export async function nextPrefix(unit: Unit): Promise<string> {
  return unit.widened(async () => {
    const [row] = await unit.transaction.query<{ next: number }>(
      `select ${lastGiven} + 1 as next`,
      [unit.tenantId],
    )
    return String(row!.next)
  })
}

/**
 * Of two prefixes none is the beginning of the other, so that no reference of one is ever a
 * reference of the other.
 */
export async function refuseTaken(unit: Unit, prefix: string): Promise<void> {
  const taken = await unit.widened(() =>
    unit.transaction.query(
      `select 1 from ${prefixes} p
       where prefix <> '' and (starts_with(prefix, $2) or starts_with($2, prefix)) limit 1`,
      [unit.tenantId, prefix],
    ),
  )
  if (taken.length === 0) return
  const message = 'Another one begins with it, or it begins with another one'
  refuse('REFERENCE_PREFIX_TAKEN', { errors: [{ pointer: '/prefix', code: 'TAKEN', message }] })
}
