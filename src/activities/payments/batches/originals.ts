import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * What each reversal takes back: the one payment onto the same account with its amount and one of
 * its references that nothing else takes back. Where there are several, a person has to say which.
 */
export async function originalsOf(
  unit: Unit,
  reversals: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (reversals.length === 0) return new Map()
  const rows = await unit.transaction.prepared<{ reversal: string; original: string }>(
    `select r.id as reversal, o.id as original
     from payment_transaction r
     join payment_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
     cross join lateral (
       select id from payment_transaction
       where tenant_id = r.tenant_id and bank_ref = r.bank_ref
       union select id from payment_transaction
       where tenant_id = r.tenant_id and end_to_end_id = r.end_to_end_id
       union select id from payment_transaction
       where tenant_id = r.tenant_id and reference = r.reference
     ) candidate
     join payment_transaction o on o.tenant_id = r.tenant_id and o.id = candidate.id
       and o.kind is distinct from 'REVERSAL' and o.source = 'FILE' and o.status <> 'ABORTED'
       and o.amount = r.amount and o.currency = r.currency and o.book_date <= r.book_date
     join payment_batch ob on ob.tenant_id = o.tenant_id and ob.id = o.batch_id
       and ob.account = b.account
     where r.tenant_id = $1 and r.id = any($2) and not exists (
       select from payment_transaction other
       where other.tenant_id = o.tenant_id and other.reverses_id = o.id
     )
     order by r.id, o.id`,
    [unit.tenantId, reversals],
  )
  const found = Map.groupBy(rows, ({ reversal }) => reversal)
  const taken = new Set<string>()
  const originals = new Map<string, string>()
  for (const [reversal, [first, second]] of found) {
    if (first === undefined || second !== undefined || taken.has(first.original)) continue
    taken.add(first.original)
    originals.set(reversal, first.original)
  }
  return originals
}
