import type { MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'
import { columnsOf, sendReadsBy, type Columns, type Values } from './orm-seams.ts'

type Value = string | number | bigint | boolean | Date | null

const listed = / in \((\?(?:, \?)*)\)/g
/** A text within the statement, or a mark for a value. */
const textOrMark = /'(?:[^']|'')*'|\?/g
/** Marks that are written otherwise would be taken for values. */
const doubtful = /\?\?|\\\?/

/**
 * The unit of work writes values into its statements, so that each is parsed and planned anew. Its
 * reads are sent with their values beside them instead, a list as one value, and repeat themselves.
 */
export function prepareReads(orm: MikroORM): void {
  const metas = [...orm.getMetadata().getAll().values()]
  const named = withColumnsOf(new Map(metas.map((meta) => [meta.tableName, columnsOf(meta)])))
  sendReadsBy(orm, async (query, params, on) => {
    const asked = on === undefined ? undefined : readOf(named(query), params)
    if (asked === undefined) return undefined
    const { rows } = await (on as Kysely<unknown>).executeQuery(asked)
    return rows as Values[]
  })
}

const whole = /^select "(\w+)"\.\* from "(\w+)"/

/**
 * By their names: what is prepared with a star is refused once a later version has given the table
 * another column, and with it the request of whoever came by.
 */
function withColumnsOf(tables: ReadonlyMap<string, Columns>): (query: unknown) => unknown {
  const written = new Map<string, string>()
  const writtenFor = (found: string, alias: string, table: string): string => {
    const list = tables.get(table)?.all.map(({ column }) => `"${alias}"."${column}"`)
    const start = list === undefined ? found : `select ${list.join(', ')} from "${table}"`
    written.set(found, start)
    return start
  }
  return (query) =>
    typeof query === 'string'
      ? query.replace(
          whole,
          (found, alias: string, table: string) =>
            written.get(found) ?? writtenFor(found, alias, table),
        )
      : query
}

function readOf(query: unknown, params: unknown): CompiledQuery | undefined {
  if (typeof query !== 'string' || !query.startsWith('select ')) return
  if (!Array.isArray(params) || !params.every(isPlain) || doubtful.test(query)) return
  const values: unknown[] = []
  let taken = 0
  const numbered = (text: string) =>
    text.replaceAll(textOrMark, (found) =>
      found === '?' ? `$${values.push(params[taken++])}` : found,
    )
  let sql = ''
  let from = 0
  for (const { 0: all, 1: marks = '', index } of query.matchAll(listed)) {
    const count = (marks.length + 2) / 3
    sql += numbered(query.slice(from, index))
    sql += ` = any($${values.push(params.slice(taken, taken + count))})`
    taken += count
    from = index + all.length
  }
  sql += numbered(query.slice(from))
  return CompiledQuery.raw(sql, values)
}

function isPlain(value: unknown): value is Value {
  return value === null || value instanceof Date || !['object', 'undefined'].includes(typeof value)
}
