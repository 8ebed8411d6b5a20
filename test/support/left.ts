import { createHash } from 'node:crypto'
import { uuidOfId } from '../../src/domain/id-forms.ts'
import { allTables } from '../../src/entities/table.ts'
import type { World } from './world.ts'

type Values = Record<string, unknown>

/** The journal is read as what it says: changes and events. */
const read = new Set([...allTables().map(({ table }) => table), 'changelog', 'event'])
read.delete('journal')

/** Rows as text, by table. */
export type Left = Record<string, string[]>

/** As they are shown, and as they are stored. */
const ids = /[A-Z]{1,4}\.?[0-9A-HJKMNP-TV-Z]{26}|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
const instants = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::\d\d)?)/g
const digests = /\b[0-9a-f]{64}\b/g

/**
 * All that stands in a tenant's tables, as text that is the same of two tenants in which the same
 * has happened: without times, and with each id named by what its row says and, to that depth, by
 * what the rows say that it refers to. At depth 0 ids have no names.
 */
export async function leftIn(
  at: World,
  tenantId: string,
  omitted: Readonly<Record<string, readonly string[]>>,
  depth: number,
): Promise<Left> {
  const rows: { table: string; text: string; id: string | undefined }[] = []
  const [{ name } = { name: '' }] = await at.owner('select name from tenant where tenant_id = $1', [
    tenantId,
  ])
  for (const table of read) {
    const found = await at.owner(`select to_jsonb(t) as row from ${table} t where tenant_id = $1`, [
      tenantId,
    ])
    for (const { row } of found) {
      const values = { ...(row as Values) }
      const id = typeof values['id'] === 'string' ? values['id'] : undefined
      delete values['id']
      delete values['tenant_id']
      // Drawn from a sequence that all tenants share.
      delete values['steady']
      for (const field of omitted[table] ?? []) delete values[field]
      const text = JSON.stringify(values)
        .replaceAll(String(name), 'the tenant')
        .replaceAll(instants, '@')
        .replaceAll(digests, '#')
      rows.push({ table, text, id })
    }
  }
  let names = new Map<string, string>()
  const named = (text: string) => text.replaceAll(ids, (id) => names.get(keyOf(id)) ?? '#')
  for (let n = 0; n < depth; n++) {
    names = new Map(
      rows.flatMap(({ table, text, id }) =>
        id === undefined ? [] : [[keyOf(id), `${table}:${digest(named(text))}`] as const],
      ),
    )
  }
  const all: Left = {}
  for (const { table, text } of rows) (all[table] ??= []).push(named(text))
  for (const list of Object.values(all)) list.sort()
  return all
}

/** The same of an id in each of its forms. */
const keyOf = (id: string) => (uuidOfId(id) ?? id).replaceAll('-', '')

/** By table, the rows that only one of both has. */
export function differencesOf(one: Left, other: Left) {
  const tables = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return tables.flatMap((table) => {
    const [ours, theirs] = [without(one[table], other[table]), without(other[table], one[table])]
    return ours.length + theirs.length === 0 ? [] : [{ table, ours, theirs }]
  })
}

function without(rows: readonly string[] = [], others: readonly string[] = []): string[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1)
  return rows.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
