import pg from 'pg'
import type { Load } from './load.ts'
import type { Caller, Stage } from './stage.ts'

/** Without and with an Idempotency-Key. */
export type Variant = 'plain' | 'keyed'
export const variants: readonly Variant[] = ['plain', 'keyed']

const keyOf = (variant: Variant): Record<string, string> =>
  variant === 'keyed' ? { 'idempotency-key': 'bench-{n}' } : {}

/** One plain resource made, as the interface takes it. */
export function creation(url: string, { token }: Caller, variant: Variant): Load {
  return {
    url: `${url}/reason-code`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...keyOf(variant),
    },
    body: '{"code":"B{n}","type":"STOP","name":"A reason of the bench"}',
  }
}

/** One of them sent; the code that it made. */
export async function createOnce(
  url: string,
  caller: Caller,
  variant: Variant,
  n: number | string,
): Promise<string> {
  const { url: at, method = 'POST', headers = {}, body = '' } = creation(url, caller, variant)
  const numbered = (text: string) => text.replaceAll('{n}', String(n))
  const fields = Object.entries(headers).map(([name, value]) => [name, numbered(value)])
  const answer = await fetch(at, {
    method,
    headers: Object.fromEntries(fields),
    body: numbered(body),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return `B${n}`
}

/**
 * What the interface does for one of them, in as many statements and with the same rows: taken from
 * the rows that it just wrote, so that this follows the platform by itself.
 */
export async function replayed(
  stage: Stage,
  { tenantId }: Caller,
  variant: Variant,
  code: string,
): Promise<string[]> {
  const own = `tenant_id = ${pg.escapeLiteral(tenantId)}`
  const first = async (text: string) => (await stage.owner(text))[0] ?? {}
  const row = await first(`select * from reason_code where ${own} and code = '${code}'`)
  const of = (column: string) => `${own} and ${column} = '${String(row['id'])}'`
  const records = [
    insertLike('changelog', await first(`select * from changelog where ${of('entity_id')}`)),
    insertLike('event', await first(`select * from event where ${of('subject_id')}`)),
  ]
  const token = await first(`select hash from token where ${own} and super_user = false`)
  const key = await first(`select * from idempotency where ${own} order by created_at desc limit 1`)
  if (variant === 'keyed') records.push(insertLike('idempotency', key, ['key']))
  return [
    'begin',
    `select set_config('app.tenant_id', '${tenantId}', true), set_config('app.client_id', '', true)`,
    `select * from token where ${own} and hash = '${String(token['hash'])}'`,
    ...(variant === 'keyed' ? guardOf(own, key) : []),
    `${insertLike('reason_code', row, ['id', 'code'])} returning version`,
    inOne(records),
    'commit',
  ]
}

const guardOf = (own: string, key: Record<string, unknown>) => [
  `select pg_try_advisory_xact_lock(hashtextextended(${fresh}, 0))`,
  `select fingerprint, status, body, location, secret from idempotency where ${own}
   and principal_id = '${String(key['principal_id'])}' and operation = '${String(key['operation'])}'
   and key = (select ${fresh})`,
  'savepoint work',
]

const fresh = `'B' || replace(uuidv7()::text, '-', '')`

/** The same row once more, with new values where no two may have the same. */
function insertLike(table: string, row: Record<string, unknown>, unique = ['id']): string {
  const values = Object.entries(row).map(([column, value]) =>
    unique.includes(column) ? `substr(${fresh}, 1, 28)` : literal(value),
  )
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // pgbench takes a word behind a colon for a variable of its own, also inside of a text.
  return pg.escapeLiteral(text.replaceAll(/:(?=[a-z_])/gi, ': '))
}

function inOne(inserts: readonly string[]): string {
  const first = inserts.slice(0, -1).map((text, at) => `r${at} as (${text})`)
  return `with ${first.join(', ')} ${inserts.at(-1)}`
}

const tables = ['reason_code', 'changelog', 'event', 'outbox', 'idempotency']

/** How many rows stand where such a creation may leave some. */
export async function rowsNow(stage: Stage): Promise<number[]> {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const [row] = await stage.owner(`select ${counts.join(', ')}`)
  return tables.map((table) => Number(row?.[table]))
}
