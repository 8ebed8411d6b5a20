import type { Transaction } from '../../src/ports/database/transaction.ts'
import { nthId } from './ids-inside.ts'
import type { World } from './world.ts'

/**
 * Very many rows of a table, as SQL with `n` for each; what is not given is as short as it may be,
 * and refers to nothing.
 */
export async function fill(
  at: World,
  table: string,
  values: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const checks = await at.owner(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of checks) await at.owner(`alter table ${table} drop constraint "${name}"`)
  const columns = await at.owner(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull`,
    [table],
  )
  const given: Record<string, string> = {
    ...Object.fromEntries(columns.map(({ name, type }) => [name, short(name, String(type))])),
    ...values,
  }
  const names = Object.keys(given).join(', ')
  await at.owner('set session_replication_role = replica')
  await at.owner(`insert into ${table} (${names})
    select ${Object.values(given).join(', ')} from generate_series(1, ${count}) n`)
  await at.owner('reset session_replication_role')
  await at.owner(`analyze ${table}`)
}

function short(name: unknown, type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type.startsWith('timestamp')) return `now() - n * interval '1 second'`
  if (type.startsWith('json')) return `'{}'::${type}`
  if (type === 'boolean') return 'false'
  if (type === 'date') return 'current_date'
  if (type === 'uuid') return nthId('I')
  if (type !== 'text' && !type.startsWith('character')) return 'n'
  return String(name).endsWith('id') || name === 'number' ? `'x' || n` : `('x' || n)::${type}`
}

type Asking = Pick<Transaction, 'query'>

/** What work in a transaction gives, and to how many rows of the table it came, wanted or not. */
export async function visiting<T>(
  of: Asking,
  table: string,
  work: () => Promise<T>,
): Promise<{ result: T; rows: number }> {
  const before = await visited(of, table)
  const result = await work()
  return { result, rows: (await visited(of, table)) - before }
}

/** By the connection, since it last reported them. */
async function visited(of: Asking, table: string): Promise<number> {
  const [row] = await of.query<{ rows: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
     from pg_stat_xact_user_tables where relname = $1`,
    [table],
  )
  return row!.rows
}
