import { allTables } from '../../src/entities/table.ts'
import type { World } from './world.ts'

/** All rows of the tenant, in an order that does not hang on their ids. */
export async function rowsOf(at: World, tenantId: string): Promise<string[]> {
  const all = []
  for (const { table } of allTables()) {
    const found = await at.owner(
      `select to_jsonb(t) - 'hash' - 'last_used_at' as row from ${table} t where tenant_id = $1`,
      [tenantId],
    )
    all.push(...found.map(({ row }) => `${table} ${masked(row)}`))
  }
  return all.toSorted()
}

/** Names, numbers and times that differ from one tenant to the next. */
export const masked = (told: unknown) =>
  JSON.stringify(told)
    .replaceAll(/"fingerprint":\s*"[0-9a-f]{64}"/g, 'fingerprint')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'request')
    .replaceAll(/[A-Z]{1,4}\.?[0-9A-HJKMNP-TV-Z]{26}/g, '#')
    .replaceAll(/Client \d+ AB|Tenant [0-9a-f]{8}|55\d{8}|55\d{4}-\d{4}/g, 'named')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'then')
    .replaceAll(/((?:revision|steady)\W+)\d+/g, '$1raised')
    .replaceAll(/(tenant_id\W+)\d+/g, '$1its own')
