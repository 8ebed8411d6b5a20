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
  const named = new Map(metas.map((meta) => [meta.tableName, columnsOf(meta)]))
  sendReadsBy(orm, async (query, params, on) => {
    const asked = on === undefined ? undefined : readOf(withColumns(query, named), params)
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
function withColumns(query: unknown, named: ReadonlyMap<string, Columns>): unknown {
  if (typeof query !== 'string') return query
  return query.replace(whole, (found, alias: string, table: string) => {
    const columns = named.get(table)
    if (columns === undefined) return found
    const list = columns.all.map(({ column }) => `"${alias}"."${column}"`).join(', ')
    return `select ${list} from "${table}"`
  })
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
