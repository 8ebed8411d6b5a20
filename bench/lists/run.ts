import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { platform } from '../../src/domain/access/principal.ts'
import { operationsOf } from '../../src/kernel/http/app.ts'
import { momentOf } from '../../src/kernel/read/moments.ts'
import type { Linked } from '../../src/kernel/read/linked.ts'
import type { Listed } from '../../src/kernel/read/table.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { areas } from '../../src/operations.ts'
import { columnsOf } from '../../src/ports/database/orm-seams.ts'
import { atMost } from './at-most.ts'
import { pagesRead, type Asked, type Read } from './page-read.ts'
import { fill, fillLinks, isWord, valuesOf, type Properties, type Property } from './rows.ts'
import { createStage, type Stage } from '../shared/stage.ts'

// What a page of each list reads, the first and one in the middle, by each filter, sort and owner,
// in a table of a million rows beside one of a tenth of them. Fails where one reads more.
// Usage: node bench/lists/run.ts [--rows 1000000] [--beside 100000] [--save FILE] [table …]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    beside: { type: 'string' },
    save: { type: 'string' },
  },
})
const small = 0.1
/** Pages of the database that anybody may read: rows of a few, and the way to them. */
const fewPages = 2_500
/** How many times as much as in the small table. */
const moreAllowed = 2

interface Told extends Read {
  table: string
  asked: string
  /** How many times the pages of the small table. */
  ratio: number | null
  flat: boolean
}

const dir = mkdtempSync(join(tmpdir(), 'receivables-lists-'))
chmodSync(dir, 0o755)
const stage = await createStage(dir)
const { tenantId } = await stage.tenant()
const besides = [await stage.tenant(), await stage.tenant()].map(({ tenantId: other }) => other)
const all: Told[] = []
/** Lists that show none of the rows that their table was filled with, of which nothing is known. */
const unknown = new Set<string>()
try {
  const byTable = Map.groupBy(shapes().values(), nameOf)
  const unread = positionals.filter((table) => !byTable.has(table))
  if (unread.length > 0) throw new Error(`No list reads ${unread.join(', ')}`)
  for (const table of positionals.length > 0 ? positionals : byTable.keys()) {
    all.push(...(await measured(table, byTable.get(table)!)))
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

/** The same pages of the small table and then of the large one. */
async function measured(table: string, lists: readonly Listed[]): Promise<Told[]> {
  const meta = metaOf(stage, lists[0]!.table.entity)
  // A view has the rows of other tables.
  if (meta.view) return []
  const limit = atMost[table]
  const count = Math.min(Number(values.rows), limit?.rows ?? Infinity)
  const smaller = new Map<string, number>()
  const told: Told[] = []
  const beside = Math.min(Number(values.beside ?? Infinity), Math.round(count * small))
  for (const rows of [beside, count]) {
    const properties = meta.properties as unknown as Properties
    const ofClient = limit?.ofClient
    await fill(stage, table, properties, { tenantId, besides, count: rows, ofClient })
    for (const each of lists) {
      for (const one of await read(table, each, rows)) {
        if (rows === beside) smaller.set(one.asked, one.pages)
        else told.push(judged(table, one, smaller.get(one.asked)))
      }
    }
    await stage.owner(`truncate ${table} cascade`)
  }
  console.log(`\n${table}: ${count} rows${limit === undefined ? '' : `, for ${limit.why}`}`)
  for (const each of told) console.log(line(each))
  return told
}

function judged(table: string, one: Read & { asked: string }, before: number | undefined): Told {
  // What the smaller table has no page for is flat if it is small.
  const ratio = before === undefined ? null : Math.round((one.pages / before) * 100) / 100
  const isNoMore = ratio !== null && ratio <= moreAllowed
  return { table, ...one, ratio, flat: one.pages <= fewPages || isNoMore }
}

/** Each filter by a value of many rows, of few and of none, in each order; and each order alone. */
async function read(tableName: string, listed: Listed, count: number) {
  const { table } = listed
  const ofClient = atMost[tableName]?.ofClient
  const meta = metaOf(stage, table.entity)
  const properties = meta.properties as unknown as Properties
  const moment = momentOf(meta)
  const asked: [string, Record<string, unknown>][] = [['', {}]]
  for (const field of table.filterFields) {
    const property = properties[field]!
    const isInstant = field === moment || field.endsWith('At')
    for (const [which, value] of valuesOf(tableName, property, count, {
      isInstant,
      ofClient,
    })) {
      // A list may take fewer words than its column.
      if (isWord(property) && !table.filters[field]!.body.safeParse(value).success) continue
      asked.push([`${field} ${which}`, { [field]: value }])
    }
  }
  const orders = table.sortFields.flatMap((field) => [field, `-${field}`])
  const found: (Read & { asked: string })[] = []
  let shown = 0
  for (const [owner, place] of await placesOf(listed, properties, tableName, count)) {
    for (const [what, filters] of asked) {
      for (const sort of orders) {
        const one = { ...place, filters, sort }
        const [first, deep] = await pagesOf(listed, one)
        shown += first.rows
        const words = [owner, what, `by ${sort}`].filter((word) => word !== '').join(', ')
        found.push({ asked: words, ...first })
        if (deep !== undefined) found.push({ asked: `${words}, deep`, ...deep })
      }
    }
  }
  // Of what is filled with nothing that a list would show, nothing is known.
  if (shown === 0)
    throw new Error(`No list of ${tableName} shows any of the rows it is filled with`)
  return found
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
  const ofClient = atMost[table]?.ofClient
  const owners = valuesOf(table, properties[field] as Property, count, {
    isInstant: false,
    ofClient,
  })
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

function line({ flat, ratio, pages, visited, ms, table, asked, plan }: Told): string {
  const numbers = [ratio, pages, visited, ms]
    .map((each) => String(each ?? '-').padStart(8))
    .join('')
  return `${flat ? 'flat    ' : 'NOT FLAT'}${numbers}  ${table} ${asked}: ${plan}`
}

function conclude(): void {
  const not = all.filter(({ flat }) => !flat)
  console.log('\nverdict    ratio   pages    rows      ms  list')
  for (const each of not) console.log(line(each))
  console.log(`${all.length - not.length} flat, ${not.length} not`)
  for (const each of unknown) console.log(`Shows none of its rows: ${each}`)
  if (not.length > 0 || unknown.size > 0) process.exitCode = 1
}
