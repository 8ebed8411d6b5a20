import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from '../src/domain/access/principal.ts'
import { operationsOf } from '../src/kernel/http/app.ts'
import { momentOf } from '../src/kernel/read/moments.ts'
import type { Listed } from '../src/kernel/read/table.ts'
import { inUnit } from '../src/kernel/write/in-unit.ts'
import type { Unit } from '../src/kernel/write/unit.ts'
import { areas } from '../src/operations.ts'
import { kyselyOn } from '../src/ports/database/kysely-on.ts'
import { fill, valuesOf, type Properties } from './lists/rows.ts'
import { createStage, type Stage } from './stage.ts'

// What a page of each list reads, by each filter and sort: pages of the database, in a table of a
// hundred thousand rows or as many as are asked for, invoices tenfold with `--whole`.
// Usage: node bench/lists.ts [rows] [table …]

const words = process.argv.slice(2)
const [rowsAsked = '100000', ...only] = words.filter((word) => word !== '--whole')
const tenfold = words.includes('--whole') ? 10 : 1
const pagesMax = 5_000
const shownMax = 40

interface Told {
  table: string
  asked: string
  pages: number
  ms: number
  rows: number
}

const dir = mkdtempSync(join(tmpdir(), 'receivables-lists-'))
chmodSync(dir, 0o755)
const stage = await createStage(dir)
try {
  const { tenantId } = await stage.tenant()
  const lists = new Map<string, Listed>()
  for (const { operation } of operationsOf(areas)) {
    const { lists: listed } = operation.declared
    if (listed === undefined || listed.within !== undefined || listed.tied !== undefined) continue
    lists.set(JSON.stringify([listed.table.filterFields, listed.only]), listed)
  }
  const byTable = Map.groupBy(lists.values(), ({ table }) => metaOf(stage, table).tableName)
  const all: Told[] = []
  for (const [table, listed] of byTable) {
    if (only.length > 0 && !only.includes(table)) continue
    const count = Number(rowsAsked) * (table === 'invoice' ? tenfold : 1)
    const meta = metaOf(stage, listed[0]!.table)
    await fill(stage, table, meta.properties as Properties, tenantId, count)
    for (const each of listed) all.push(...(await measured(stage, tenantId, each, count)))
    await stage.owner(`truncate ${table} cascade`)
    const worst = Math.max(...all.filter((told) => told.table === table).map(({ pages }) => pages))
    console.error(`${table}: ${count} rows, ${worst} pages at most`)
  }
  console.table(all.toSorted((a, b) => b.pages - a.pages).slice(0, shownMax))
  const above = all.filter(({ pages }) => pages > pagesMax)
  console.log(`${all.length} pages asked for, ${above.length} read more than ${pagesMax} pages`)
  if (above.length > 0) process.exitCode = 1
} finally {
  await stage.close()
  rmSync(dir, { recursive: true, force: true })
}

function metaOf({ runtime }: Stage, { entity }: Listed['table']) {
  return runtime.orm.getMetadata().get(entity)
}

/** Each filter by a value of many rows, of few and of none, in each order; and each order alone. */
async function measured(
  { runtime }: Stage,
  tenantId: string,
  { table, only: fixed }: Listed,
  count: number,
): Promise<Told[]> {
  const meta = runtime.orm.getMetadata().get(table.entity)
  const { tableName, properties } = meta
  const moment = momentOf(meta)
  const asked: [string, Record<string, unknown>][] = [['', {}]]
  for (const field of table.filterFields) {
    const property = (properties as unknown as Properties)[field]!
    const isInstant = field === moment || field.endsWith('At')
    for (const [which, value] of valuesOf(tableName, property, count, isInstant)) {
      asked.push([`${field} ${which}`, { [field]: value }])
    }
  }
  const orders = table.sortFields.flatMap((field) => [field, `-${field}`])
  const told: Told[] = []
  for (const [what, filters] of asked) {
    for (const sort of orders) {
      const read = await inUnit(
        runtime,
        platform(tenantId, 'bench'),
        { purpose: 'report' },
        (unit) => pageRead(unit, table, { ...filters }, sort, fixed),
      )
      told.push({ table: tableName, asked: `${what} by ${sort}`, ...read })
    }
  }
  return told
}

/** One page as a list answers it, and what its statements read. */
async function pageRead(
  unit: Unit,
  table: Listed['table'],
  filters: Record<string, unknown>,
  sort: string,
  fixed: object,
): Promise<Pick<Told, 'pages' | 'ms' | 'rows'>> {
  const read = { pages: 0, ms: 0 }
  const { transaction } = unit
  const kysely = kyselyOn({
    async executeQuery({ sql, parameters }) {
      const values = [...parameters]
      const [told] = await transaction.query<{ 'QUERY PLAN': [Explained] }>(
        `explain (analyze, buffers, format json) ${sql}`,
        values,
      )
      const { Plan, 'Execution Time': ms } = told!['QUERY PLAN'][0]
      read.pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      read.ms += Math.round(ms * 10) / 10
      return { rows: (await transaction.query(sql, values)) as never[] }
    },
    async *streamQuery() {},
  })
  Object.defineProperty(transaction, 'kysely', { value: kysely })
  const search = { filters, sort: [sort], limit: 50, cursor: undefined, count: false }
  const { data } = await table.page(unit, search, fixed)
  return { ...read, rows: data.length }
}

interface Explained {
  Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>
  'Execution Time': number
}
