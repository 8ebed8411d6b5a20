import { allTables } from '../../src/entities/table.ts'
import type { World } from './world.ts'

/** What is noted behind the answers, and tells nothing of what a call changed. */
const noise = `- 'last_used_at'`

/** All rows of a tenant as one hash a table, read by the owner past every policy. */
export async function fingerprintOf(at: World, tenantId: string): Promise<Record<string, unknown>> {
  const each = allTables().map(
    ({ table }) =>
      `select '${table}' as name, md5(coalesce(string_agg(r.text, chr(10) order by r.text), ''))
         as hash from (select (to_jsonb(t) ${noise})::text as text from ${table} t
         where tenant_id = $1) r`,
  )
  const rows = await at.owner(each.join(' union all '), [tenantId])
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
