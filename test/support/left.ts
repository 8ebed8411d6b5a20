import { createHash } from 'node:crypto'
import { allTables } from '../../src/entities/table.ts'
import type { World } from './world.ts'

type Values = Record<string, unknown>

const ids = /[A-Z]{1,4}\.?[0-9A-HJKMNP-TV-Z]{26}/g
const instants = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::\d\d)?)/g
const digests = /\b[0-9a-f]{64}\b/g

/** Ids are told apart by what refers to whom, so far into the rows around each. */
const depth = 5

/**
 * All that stands in a tenant's tables, as text that is the same of two tenants in which the same
 * has happened: without times, and with each id named by what its row says and what that refers to.
 */
export async function leftIn(
  at: World,
  tenantId: string,
  omitted: Readonly<Record<string, readonly string[]>> = {},
): Promise<Record<string, string[]>> {
  const rows: { table: string; text: string; id: string | undefined }[] = []
  const [{ name } = { name: '' }] = await at.owner('select name from tenant where tenant_id = $1', [
    tenantId,
  ])
  for (const { table } of allTables()) {
    const found = await at.owner(`select to_jsonb(t) as row from ${table} t where tenant_id = $1`, [
      tenantId,
    ])
    for (const { row } of found) {
      const values = { ...(row as Values) }
      const id = typeof values['id'] === 'string' ? values['id'] : undefined
      delete values['id']
      for (const field of omitted[table] ?? []) delete values[field]
      const text = JSON.stringify(values)
        .replaceAll(String(name), 'the tenant')
        .replaceAll(instants, '@')
        .replaceAll(digests, '#')
      rows.push({ table, text, id })
    }
  }
  let names = new Map<string, string>()
  const named = (text: string) => text.replaceAll(ids, (id) => names.get(id) ?? '#')
  for (let n = 0; n < depth; n++) {
    names = new Map(
      rows.flatMap(({ table, text, id }) =>
        id === undefined ? [] : [[id, `${table}:${digest(named(text))}`] as const],
      ),
    )
  }
  const all: Record<string, string[]> = {}
  for (const { table, text } of rows) (all[table] ??= []).push(named(text))
  for (const list of Object.values(all)) list.sort()
  return all
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
