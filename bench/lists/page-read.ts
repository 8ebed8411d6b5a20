import type { Unit } from '../../src/kernel/write/unit.ts'
import type { Linked } from '../../src/kernel/read/linked.ts'
import type { Table } from '../../src/kernel/read/table.ts'
import { kyselyOn } from '../../src/ports/database/kysely-on.ts'

/** What the statements of one page read, and by which indexes. */
export interface Read {
  /** Pages of the database. */
  pages: number
  /** Rows that were come to in tables and indexes, wanted or not. */
  visited: number
  ms: number
  rows: number
  /** Indexes by name; `seq` where a table was read from end to end, `sort` where rows were sorted. */
  plan: string
}

export interface Asked {
  filters: Record<string, unknown>
  sort: string
  fixed: object
  linked?: Linked | undefined
}

const limit = 50
/** A page this far behind the first is as deep as one gets: the key leads to it, however far. */
const deepest = 20_000

/** The first page as a list answers it, and one in the middle of the same list. */
export async function pagesRead(unit: Unit, table: Table, asked: Asked): Promise<[Read, Read?]> {
  // What takes as long as that is told, and not cut off as a caller's would be.
  await unit.transaction.query('set local statement_timeout = 0')
  const first = await explained(unit, table, asked)
  if (first.cursor === null) return [first.read]
  const cursor = await cursorInTheMiddle(unit, table, asked)
  return cursor === null
    ? [first.read]
    : [first.read, (await explained(unit, table, asked, cursor)).read]
}

async function explained(unit: Unit, table: Table, asked: Asked, cursor?: string) {
  const read = { pages: 0, visited: 0, ms: 0, rows: 0 }
  const nodes = new Set<string>()
  const { transaction } = unit
  const answered = await page(unit, table, asked, limit, cursor, async (sql, values) => {
    const text = `explain (analyze, buffers, format json) ${sql}`
    const [told] = await transaction.query<{ 'QUERY PLAN': [Explained] }>(text, values)
    const { Plan, 'Execution Time': ms } = told!['QUERY PLAN'][0]
    read.pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    read.ms += ms
    read.visited += visitedBy(Plan)
    namesIn(Plan, nodes)
    return transaction.query(sql, values)
  })
  read.rows = answered.data.length
  read.ms = Math.round(read.ms * 10) / 10
  read.visited = Math.round(read.visited)
  return { read: { ...read, plan: [...nodes].join(' ') }, cursor: answered.nextCursor }
}

/** The list makes the cursor itself: it is shown the rows in the middle as if they were its first. */
async function cursorInTheMiddle(unit: Unit, table: Table, asked: Asked): Promise<string | null> {
  const { transaction } = unit
  const { nextCursor } = await page(unit, table, asked, 1, undefined, async (sql, values) => {
    // What is asked beside the rows, as how many there are of a time, is answered as it is.
    if (!limited.test(sql)) return transaction.query(sql, values)
    const bound = sql.replace(limited, `limit ${deepest * 2}`)
    // What is read of several stretches has a limit in each.
    for (const [, at] of bound.matchAll(/limit \$(\d+)/g)) values[Number(at) - 1] = deepest * 2
    const used = values.slice(0, -1)
    const count = `select count(*)::int as n from (${bound}) r`
    const [counted] = await transaction.query<{ n: number }>(count, used)
    const middle = Math.floor(counted!.n / 2)
    return transaction.query(`${sql} offset ${middle}`, values)
  })
  return nextCursor
}

const limited = /limit \$\d+$/

type Answer = (sql: string, values: unknown[]) => Promise<object[]>

function page(
  unit: Unit,
  table: Table,
  { filters, sort, fixed, linked }: Asked,
  rows: number,
  cursor: string | undefined,
  answer: Answer,
) {
  const kysely = kyselyOn({
    executeQuery: async ({ sql, parameters }) => ({
      rows: (await answer(sql, [...parameters])) as never[],
    }),
    async *streamQuery() {},
  })
  Object.defineProperty(unit.transaction, 'kysely', { value: kysely, configurable: true })
  const search = { filters: { ...filters }, sort: [sort], limit: rows, cursor, count: false }
  return table.page(unit, search, fixed, linked)
}

function visitedBy(plan: Plan): number {
  const below = plan.Plans ?? []
  const sum = below.reduce((total, each) => total + visitedBy(each), 0)
  if (!plan['Node Type'].endsWith('Scan') || plan['Node Type'].startsWith('Subquery')) return sum
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  return sum + each * plan['Actual Loops']
}

function namesIn(plan: Plan, into: Set<string>): void {
  if (plan['Index Name'] !== undefined) into.add(plan['Index Name'])
  if (plan['Node Type'] === 'Seq Scan') into.add('seq')
  if (plan['Node Type'].includes('Sort')) into.add('sort')
  for (const each of plan.Plans ?? []) namesIn(each, into)
}

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

interface Explained {
  Plan: Plan
  'Execution Time': number
}
