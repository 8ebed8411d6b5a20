import pg from 'pg'
import { codeAt, idOfUuid } from '../../src/domain/id-forms.ts'
import { entities } from '../../src/entities/all.ts'
import type { Written } from './written.ts'

/**
 * Rows that were written once, written again and again. `:n` is a number of that time, counted by
 * whoever runs the statements; what no two rows may have alike ends in it.
 */
export interface Replay {
  /** Words beside the new keys that no two rows may have alike. */
  words?: readonly string[]
  /** Uuids of rows that are there many times, and what these begin with: `:m` is one of them. */
  pooled?: ReadonlyMap<string, string>
  /** From the one row to this many at once. */
  times?: number
}

const digits = 16
const digitsOfTimes = 7
const numbered: Readonly<Record<string, string>> = {
  voucher: 'number',
  invoice_activation: 'number',
}
/** What no two rows of one owner may have alike, where the owner is out of a pool. */
const keyed: Readonly<Record<string, string>> = { document: 'source_key' }
const turn = new Map<string, number>(
  entities.map((entity, at) => [String(entity.meta.tableName), at] as const),
)

/** In the order in which rows refer to one another; rows that others wait for come last. */
function ordered(written: readonly Written[]): Written[] {
  const rank = ({ table, kind }: Written) =>
    (turn.get(table) ?? 0) + (kind === 'insert' ? 0 : entities.length)
  return written.toSorted((a, b) => rank(a) - rank(b))
}

/** One statement for each table, in an order that the database takes; `all` belongs to them. */
export function statementsFor(
  written: readonly Written[],
  o: Replay = {},
  all: readonly Written[] = written,
): string[] {
  const { pooled = new Map<string, string>(), times } = o
  const fresh = new Map(freshOf(all, o).map((word, at) => [word, at]))
  const names: Names = { fresh, pooled, times }
  const groups = Map.groupBy(ordered(written), ({ table, kind, row, key }) =>
    kind === 'insert' ? table : `${table} ${key.map((column) => row[column]).join()}`,
  )
  return [...groups.values()].map((rows) => {
    const [first] = rows
    return first!.kind === 'insert' ? insertOf(rows, names) : updateOf(first!, names)
  })
}

/** Several inserts as one statement. */
export function inOne(inserts: readonly string[]): string {
  const first = inserts.slice(0, -1).map((text, at) => `r${at} as (${text})`)
  return first.length === 0 ? inserts.join('') : `with ${first.join(', ')} ${inserts.at(-1)}`
}

/** The longest first, so that none is taken for a part of itself. */
function freshOf(written: readonly Written[], { words = [] }: Replay): string[] {
  const ids = written
    .filter(({ kind, key }) => kind === 'insert' && key.includes('id'))
    .map(({ row }) => String(row['id']))
  // In texts an id stands as text, and there it need be no real one.
  const own = [...words, ...ids].flatMap((id) => (isUuid.test(id) ? [id, idOfUuid(id)] : [id]))
  return [...new Set(own)].toSorted((a, b) => b.length - a.length)
}

/** What stands for what, when rows are written again. */
interface Names {
  fresh: ReadonlyMap<string, number>
  pooled: ReadonlyMap<string, string>
  times: number | undefined
}

function insertOf(rows: readonly Written[], names: Names): string {
  const { times } = names
  const { table, row, types } = rows[0]!
  const columns = Object.keys(row)
  const into = columns.map((column) => `"${column}"`).join(', ')
  const tuples = rows.map((written, at) =>
    columns
      .map((column) => {
        if (numbered[table] === column) return numberIn(times, rows.length, at)
        if (keyed[table] === column) return keyIn(times)
        return `(${value(written.row[column] ?? null, names)})::${types[column]}`
      })
      .join(', '),
  )
  if (times === undefined) return `insert into ${table} (${into}) values (${tuples.join('), (')})`
  const all = tuples.map((tuple) => `select ${tuple} from k`).join(' union all ')
  return `with k as (select lpad(k::text, ${digitsOfTimes}, '0') as k
    from generate_series(1, ${times}) k)
    insert into ${table} (${into}) ${all}`
}

/** Of several rows of one transaction each has its own, as its copies have. */
const numberIn = (times: number | undefined, rows: number, at: number) =>
  times === undefined
    ? `(((:n)::bigint * ${rows} + ${at}) % 2000000000)::int`
    : `((((:n)::bigint * ${rows} + ${at}) * 100 + k::int) % 2000000000)::int`

const keyIn = (times: number | undefined) => `'key/' || :n${times === undefined ? '' : ' || k'}`

function updateOf({ table, row, key, types, changed }: Written, names: Names): string {
  const { pooled, times = 1 } = names
  const set = changed.map((column) => {
    const set = value(row[column] ?? null, { ...names, times: undefined })
    return `"${column}" = (${set})::${types[column]}`
  })
  const where = key.map((column) => {
    const is = String(row[column])
    const begins = beginsOf(is, pooled)
    const type = types[column]
    if (begins === undefined) return `"${column}" = ${pg.escapeLiteral(is)}`
    if (times === 1) return `"${column}" = (${ofPool(begins, '(:m)::int')})::${type}`
    const one = `(${ofPool(begins, '(:m)::int + at')})::${type}`
    const all = `select ${one} from generate_series(0, ${times - 1}) at`
    return `"${column}" = any(array(${all}))`
  })
  return `update ${table} set ${set.join(', ')} where ${where.join(' and ')}`
}

const beginsOf = (text: string, pooled: Names['pooled']) => pooled.get(text.replaceAll('-', ''))

const ofPool = (begins: string, which: string) =>
  `${pg.escapeLiteral(begins)} || lpad((${which})::text, ${digitsOfTimes}, '0')`

/** What the ids of the rows begin with that stand many times for each of these, as number `n`. */
export function pooledOf(
  written: readonly Written[],
  o: Replay,
  n: number,
): ReadonlyMap<string, string> {
  const fresh = freshOf(written, o).map(
    (word, at) => [word, pieceOf(word, at, o.times) + n + restOf(word)] as const,
  )
  return new Map(fresh)
}

function value(text: string | null, { fresh, pooled, times }: Names): string {
  if (text === null) return 'null'
  if (/^[{[]/.test(text)) return literal(text)
  const begins = beginsOf(text, pooled)
  if (begins !== undefined) {
    return ofPool(begins, times === undefined ? '(:m)::int' : '(:m)::int + k::int - 1')
  }
  for (const [word, at] of fresh) {
    const found = text.indexOf(word)
    if (found < 0) continue
    const [before, after] = [text.slice(0, found), text.slice(found + word.length)]
    const kind = restOf(word)
    const isWhole = kind !== '' && times === undefined
    const k = times === undefined ? '' : ' || k'
    const beside = kind === '' ? '' : ` || '${isWhole ? kind + '0'.repeat(digitsOfTimes) : kind}'`
    const rest = after === '' ? '' : ` || ${literal(after)}`
    return `${literal(before + pieceOf(word, at, times))} || :n${beside}${k}${rest}`
  }
  return literal(text)
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Two digits of the word and those of the number stand before the number of the kind. */
const digitsBefore = 2 * codeAt - digits - 2

/** What of a uuid stands behind the number: the kind, which stays. */
const restOf = (word: string) =>
  isUuid.test(word) ? `${word.replaceAll('-', '').slice(2 * codeAt, 2 * codeAt + 2)}0` : ''

/** As long as the word was, where that leaves room; the number of the word tells like ones. */
function pieceOf(word: string, at: number, times: number | undefined): string {
  if (isUuid.test(word)) return word.slice(0, digitsBefore) + String(at).padStart(2, '0')
  const taken = digits + 2 + (times === undefined ? 0 : digitsOfTimes)
  return word.slice(0, Math.max(2, word.length - taken)) + String(at).padStart(2, '0')
}

/** pgbench takes a word behind a colon for a variable of its own, also inside of a text. */
const literal = (text: string) => pg.escapeLiteral(text.replaceAll(/:(?=[a-z_])/gi, ': '))
