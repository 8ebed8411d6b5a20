import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { platform } from '../../src/domain/access/principal.ts'
import { operationsOf } from '../../src/kernel/http/app.ts'
import { momentOf } from '../../src/kernel/read/moments.ts'
import type { Linked, Listed } from '../../src/kernel/read/table.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { areas } from '../../src/operations.ts'
import { columnsOf } from '../../src/ports/database/orm-seams.ts'
import { pagesRead, type Asked, type Read } from './page-read.ts'
import { fill, fillLinks, valuesOf, type Properties, type Property } from './rows.ts'
import { createStage, type Stage } from '../shared/stage.ts'

// What pages of each list read, the first and one in the middle, by each filter, sort and owner: in
// a table of a hundred thousand rows or as many as are asked for, invoices tenfold with `--whole`.
// Usage: node bench/lists/run.ts [--whole] [--save FILE] [rows] [table …]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'boolean', default: false }, save: { type: 'string' } },
})
const [rowsAsked = '100000', ...only] = positionals
const tenfold = values.whole ? 10 : 1
const pagesMax = 1_000
const slowestShown = 10

interface Told extends Read {
  table: string
  asked: string
}

const dir = mkdtempSync(join(tmpdir(), 'receivables-lists-'))
chmodSync(dir, 0o755)
const stage = await createStage(dir)
const { tenantId } = await stage.tenant()
const all: Told[] = []
try {
  const byTable = Map.groupBy(shapes().values(), nameOf)
  for (const table of only.length > 0 ? only : byTable.keys()) {
    all.push(...(await measured(table, byTable.get(table) ?? [])))
    if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(all))
  }
  conclude()
} finally {
  await stage.close()
  rmSync(dir, { recursive: true, force: true })
}

/** Each list once, by whatever number of operations it is shown. */
function shapes(): Map<string, Listed> {
  const found = new Map<string, Listed>()
  for (const { operation } of operationsOf(areas)) {
    const { lists } = operation.declared
    if (lists === undefined) continue
    const { table, only: fixed, within, tied } = lists
    const { filterFields, sortFields } = table
    const key = [
      nameOf(lists),
      filterFields,
      sortFields,
      fixed,
      within,
      tied && { ...tied, link: '' },
    ]
    found.set(JSON.stringify(key), lists)
  }
  return found
}

function nameOf({ table }: Listed): string {
  return metaOf(stage, table.entity).tableName
}

function metaOf({ runtime }: Stage, entity: Listed['table']['entity']) {
  return runtime.orm.getMetadata().get(entity)
}

async function measured(table: string, lists: readonly Listed[]): Promise<Told[]> {
  const count = Number(rowsAsked) * (table === 'invoice' ? tenfold : 1)
  const meta = metaOf(stage, lists[0]!.table.entity)
  // A view has the rows of other tables.
  if (meta.view) return []
  await fill(stage, table, meta.properties as unknown as Properties, tenantId, count)
  const told: Told[] = []
  for (const each of lists) told.push(...(await read(table, each, count)))
  await stage.owner(`truncate ${table} cascade`)
  const worst = Math.max(...told.map(({ pages }) => pages))
  console.error(
    `${table}: ${count} rows, ${told.length} pages, ${worst} pages of the database at most`,
  )
  return told
}

/** Each filter by a value of many rows, of few and of none, in each order; and each order alone. */
async function read(tableName: string, listed: Listed, count: number): Promise<Told[]> {
  const { table } = listed
  const meta = metaOf(stage, table.entity)
  const properties = meta.properties as unknown as Properties
  const moment = momentOf(meta)
  const asked: [string, Record<string, unknown>][] = [['', {}]]
  for (const field of table.filterFields) {
    const property = properties[field]!
    const isInstant = field === moment || field.endsWith('At')
    for (const [which, value] of valuesOf(tableName, property, count, isInstant)) {
      asked.push([`${field} ${which}`, { [field]: value }])
    }
  }
  const orders = table.sortFields.flatMap((field) => [field, `-${field}`])
  const told: Told[] = []
  for (const [owner, place] of await placesOf(listed, properties, tableName, count)) {
    for (const [what, filters] of asked) {
      for (const sort of orders) {
        const one = { ...place, filters, sort }
        const [first, deep] = await pagesOf(listed, one)
        const words = [owner, what, `by ${sort}`].filter((word) => word !== '').join(', ')
        told.push({ table: tableName, asked: words, ...first })
        if (deep !== undefined) told.push({ table: tableName, asked: `${words}, deep`, ...deep })
      }
    }
  }
  return told
}

function pagesOf({ table }: Listed, asked: Asked): Promise<[Read, Read?]> {
  const as = platform(tenantId, 'bench')
  return inUnit(stage.runtime, as, { purpose: 'report' }, (unit) => pagesRead(unit, table, asked))
}

type Place = Pick<Asked, 'fixed' | 'linked'>

/** Whose rows: everybody's, or those of the owner that the path names. */
async function placesOf(
  { only: fixed, within, tied }: Listed,
  properties: Properties,
  table: string,
  count: number,
): Promise<[string, Place][]> {
  if (tied !== undefined) return [['tied', { fixed, linked: await linkedTo(tied, table, count) }]]
  if (within === undefined) return [['', { fixed }]]
  const { field } = within
  const owners = valuesOf(table, properties[field] as Property, count, false)
  return owners.map(([which, value]) => [
    `${field} ${which}`,
    { fixed: { ...fixed, [field]: value } },
  ])
}

async function linkedTo(tied: Omit<Linked, 'ownerId'>, table: string, count: number) {
  const { tableName } = metaOf(stage, tied.link)
  const { byProperty } = columnsOf(metaOf(stage, tied.link))
  const [row, owner] = [tied.row, tied.owner].map((name) => byProperty.get(name)!.column)
  const ownerId = await fillLinks(
    stage,
    { link: tableName, table, row: row!, owner: owner! },
    tenantId,
    count,
  )
  return { ...tied, ownerId }
}

function conclude(): void {
  console.table(all.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown))
  console.log(`the ${slowestShown} slowest; those that read the most:`)
  console.table(all.toSorted((a, b) => b.pages - a.pages).slice(0, slowestShown))
  const above = all.filter(({ pages }) => pages > pagesMax)
  console.log(`${all.length} pages asked for, ${above.length} read more than ${pagesMax} pages`)
  for (const { table, asked, pages, ms, plan } of above) console.log(table, asked, pages, ms, plan)
  if (above.length > 0) process.exitCode = 1
}
