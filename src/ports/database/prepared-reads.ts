import type { MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'
import { sendReadsBy, type Values } from './orm-seams.ts'

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
  sendReadsBy(orm, async (query, params, on) => {
    const asked = on === undefined ? undefined : readOf(query, params)
    if (asked === undefined) return undefined
    const { rows } = await (on as Kysely<unknown>).executeQuery(asked)
    return rows as Values[]
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
  for (const { 0: whole, 1: marks = '', index } of query.matchAll(listed)) {
    const count = (marks.length + 2) / 3
    sql += numbered(query.slice(from, index))
    sql += ` = any($${values.push(params.slice(taken, taken + count))})`
    taken += count
    from = index + whole.length
  }
  sql += numbered(query.slice(from))
  return CompiledQuery.raw(sql, values)
}

function isPlain(value: unknown): value is Value {
  return value === null || value instanceof Date || !['object', 'undefined'].includes(typeof value)
}
