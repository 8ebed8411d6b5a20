import { driftsOf } from './books.ts'
import type { TestTenant, World } from './world.ts'

/**
 * What came to the books of a tenant since it was asked last: by rule, book (`T` is the tenant's,
 * `C` a client's), role and amount. All that is kept has to hold whenever it is asked.
 */
export function freshPostings(at: World, { id }: Pick<TestTenant, 'id'>) {
  const known = new Set<string>()
  return async (): Promise<string[]> => {
    const rows = await at.owner(
      `select v.id::text as id, v.rule, left(v.owner_type, 1) as owner, p.role,
         (p.amount / 100.0)::numeric(12, 2)::text as amount
       from voucher v join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
       where v.tenant_id = $1 order by v.id, p.id`,
      [id],
    )
    const fresh = rows.filter((row) => !known.has(String(row['id'])))
    for (const row of fresh) known.add(String(row['id']))
    const drifts = await driftsOf(at, id)
    if (drifts.length > 0) throw new Error(drifts.join('\n'))
    return fresh
      .map(({ rule, owner, role, amount }) => [rule, owner, role, amount].join(' '))
      .toSorted()
  }
}
