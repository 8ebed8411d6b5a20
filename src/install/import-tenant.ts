import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { idOfUuid } from '../domain/id-forms.ts'
import { withClient } from '../ports/database/connect.ts'
import type { DocumentStore } from '../ports/documents/documents.ts'
import type { Keys } from '../ports/keys/keys.ts'
import { decryptSecret, encryptSecret, sealedBy } from '../ports/keys/secrets.ts'
import { carriedTables, schemaOf, type CarriedTable } from './tenant-tables.ts'

const pageSize = 200

export interface Importing {
  ownerUrl: string
  keys: Keys
  /** What the export was sealed by. */
  transport: Keys
  documents: DocumentStore
}

const Head = z.object({
  form: z.literal(1),
  tenantId: z.string(),
  number: z.int().positive(),
  keyId: z.string(),
  schema: z.array(z.string()),
})
type Head = z.output<typeof Head>

type Carried = Record<string, unknown> & { id?: string }
type Line = { t: string; r: Carried } | { d: string; b: string }

export interface Imported {
  tenantId: string
  rows: number
}

/** All of it or nothing; every row keeps its id. */
export async function importTenant(at: Importing, from: Readable): Promise<Imported> {
  const lines = createInterface({ input: from, crlfDelay: Infinity })[Symbol.asyncIterator]()
  const first = await lines.next()
  const head = headOf(String(first.value))
  if (head.keyId !== at.transport.id) throw new Error('the secrets of the export have another key')
  return withClient(at.ownerUrl, async (client) => {
    await refuseUnfit(client, head)
    await client.query('begin')
    try {
      await asItIs(client, head)
      const rows = await importLines(client, at, head, lines)
      await client.query(
        `select setval('tenant_number',
             greatest(${head.number}, (select last_value from tenant_number))),
           setval('steady_number', greatest((select last_value from steady_number),
             (select coalesce(max(steady), 1) from policy_version
              where tenant_id = ${head.number})))`,
      )
      await client.query('commit')
      return { tenantId: head.tenantId, rows }
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

function headOf(text: string): Head {
  try {
    return Head.parse(JSON.parse(text))
  } catch {
    throw new Error('this is no export of a tenant')
  }
}

async function refuseUnfit(client: pg.Client, { tenantId, number, schema }: Head): Promise<void> {
  const here = await schemaOf(client)
  const missing = schema.filter((name) => !here.includes(name))
  const unknown = here.filter((name) => !schema.includes(name))
  if (missing.length + unknown.length > 0) {
    throw new Error(
      `the export is of another schema (${[...missing, ...unknown][0]}): bring both to one release`,
    )
  }
  await client.query(`select set_config('app.tenant_id', '${number}', false)`)
  const { rowCount } = await client.query(`select 1 from tenant where tenant_id = ${number}`)
  if (rowCount !== 0) throw new Error(`there is a tenant ${tenantId} here already`)
}

/** Nothing is checked or derived anew: it was, where it comes from. */
async function asItIs(client: pg.Client, { number }: Head): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica')
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    throw new Error(
      `${rows[0]?.name} may not import: let a superuser say once: ` +
        `grant set on parameter session_replication_role to ${rows[0]?.name}`,
      { cause: error },
    )
  }
  await client.query(`select set_config('app.tenant_id', '${number}', true),
    set_config('app.scope', '', true)`)
}

async function importLines(
  client: pg.Client,
  at: Importing,
  { tenantId }: Head,
  lines: AsyncIterator<string>,
): Promise<number> {
  const tables = new Map((await carriedTables(client)).map((each) => [each.table, each]))
  let count = 0
  let page: string[] = []
  let of: CarriedTable | undefined
  const flush = async () => {
    if (of !== undefined && page.length > 0) await insert(client, of, page)
    count += page.length
    page = []
  }
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const text = next.value
    const line = JSON.parse(text) as Line
    if ('d' in line) {
      await at.documents.put(line.d, Buffer.from(line.b, 'base64'))
      continue
    }
    const table = tables.get(line.t)
    if (table === undefined) throw new Error(`the export has a table ${line.t}, which is not here`)
    if (table !== of || page.length >= pageSize) await flush()
    of = table
    page.push(resealed(at, tenantId, table, line.r, text))
  }
  await flush()
  return count
}

/** As text, in which numbers and moments are as the other database wrote them. */
function resealed(
  { keys, transport }: Importing,
  tenantId: string,
  { table, sealed }: CarriedTable,
  row: Carried,
  text: string,
): string {
  let carried = text.slice(text.indexOf('"r":') + '"r":'.length, -1)
  for (const column of sealed) {
    const value = row[column]
    if (typeof value !== 'string' || sealedBy(value) !== transport.id) continue
    const place = { tenantId, table, column, id: idOfUuid(row.id ?? '') }
    const anew = encryptSecret(keys, decryptSecret(transport, value, place), place)
    carried = carried.replace(JSON.stringify(value), JSON.stringify(anew))
  }
  return carried
}

async function insert(
  client: pg.Client,
  { table, columns }: CarriedTable,
  rows: readonly string[],
): Promise<void> {
  // Some are called as words of SQL are.
  const names = columns.map((column) => `"${column}"`).join(', ')
  await client.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
}
