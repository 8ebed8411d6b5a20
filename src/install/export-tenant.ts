import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { withClient } from '../ports/database/connect.ts'
import type { DocumentStore } from '../ports/documents/documents.ts'
import type { Keys } from '../ports/keys/keys.ts'
import { decryptSecret, encryptSecret, sealedBy } from '../ports/keys/secrets.ts'
import { carriedTables, schemaOf, type CarriedTable } from './tenant-tables.ts'

const pageSize = 500

export interface Exporting {
  ownerUrl: string
  tenantId: string
  number: number
  keys: Keys
  /** Seals what was sealed, for whoever has it. */
  transport: Keys
  documents: DocumentStore
}

/** All rows of a tenant at one moment, a line each, with what they name in the store of documents. */
export async function exportTenant(at: Exporting, out: Writable): Promise<number> {
  return withClient(at.ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`select set_config('app.tenant_id', '${at.number}', true),
      set_config('app.scope', '', true)`)
    const tables = await carriedTables(client)
    const head = { form: 1, tenantId: at.tenantId, number: at.number, keyId: at.transport.id }
    await line(out, JSON.stringify({ ...head, schema: await schemaOf(client) }))
    let count = 0
    for (const table of tables) count += await exportTable(client, at, table, out)
    await client.query('commit')
    return count
  })
}

async function exportTable(
  client: pg.Client,
  at: Exporting,
  { table, columns, key, sealed }: CarriedTable,
  out: Writable,
): Promise<number> {
  const named = columns.map((column) => `t."${column}"`).join(', ')
  await client.query(
    `declare carried cursor for select row_to_json(r)::text as row${sealedOf(sealed)}
     from ${table} t cross join lateral (select ${named}) r
     where t.tenant_id = ${at.number} order by ${key.map((each) => `t.${each}`).join(', ')}`,
  )
  let count = 0
  for (;;) {
    const { rows } = await client.query<Record<string, string | null> & { row: string }>(
      `fetch ${pageSize} from carried`,
    )
    for (const row of rows) await exportRow(at, { table, sealed }, row, out)
    count += rows.length
    if (rows.length < pageSize) break
  }
  await client.query('close carried')
  return count
}

/** Beside the row as text, in which an id is a uuid. */
const sealedOf = (sealed: readonly string[]) =>
  (sealed.length === 0 ? [] : ['id', ...sealed])
    .map((column) => `, t.${column} as "sealed ${column}"`)
    .join('')

async function exportRow(
  { tenantId, keys, transport, documents }: Exporting,
  { table, sealed }: Pick<CarriedTable, 'table' | 'sealed'>,
  row: Record<string, string | null> & { row: string },
  out: Writable,
): Promise<void> {
  // A column keeps the white space that its JSON was written with.
  let text = row.row.replaceAll(/[\r\n]/g, ' ')
  for (const column of sealed) {
    const value = row[`sealed ${column}`]
    // What a key sealed that is gone says nothing to anybody, and goes as it is.
    if (value == null || keys.of(sealedBy(value) ?? '') === undefined) continue
    const place = { tenantId, table, column, id: row['sealed id'] ?? '' }
    const anew = encryptSecret(transport, decryptSecret(keys, value, place), place)
    text = text.replace(JSON.stringify(value), JSON.stringify(anew))
  }
  await line(out, `{"t":${JSON.stringify(table)},"r":${text}}`)
  if (table !== 'document') return
  const { storage_key: stored } = JSON.parse(row.row) as { storage_key: string | null }
  const bytes = stored === null ? undefined : await documents.get(stored)
  if (bytes === undefined) return
  await line(out, JSON.stringify({ d: stored, b: Buffer.from(bytes).toString('base64') }))
}

async function line(out: Writable, text: string): Promise<void> {
  if (!out.write(`${text}\n`)) await once(out, 'drain')
}
