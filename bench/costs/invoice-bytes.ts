import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activated, openTrade } from '../shared/activations.ts'
import { timesOf } from '../shared/closed-loop.ts'
import { invoice } from '../shared/invoices.ts'
import { once } from '../shared/making.ts'
import { withPlatform } from '../shared/platform.ts'
import { createStage, type Stage } from '../shared/stage.ts'

// What one invoice leaves in the database, created and then activated through the interface: bytes
// of heap and index, WAL, and which updates were HOT.
// Usage: node bench/costs/invoice-bytes.ts [invoices]

const count = Number(process.argv[2] ?? 500)
const callers = 16
/** What one invoice may cost, all included; `what-an-invoice-leaves.test.ts` holds the counts. */
const goal = 10_000

type Sizes = Map<string, Record<'heap' | 'index' | 'rows' | 'updated' | 'hot', number>>

/** Statistics of other connections come when these are idle; sizes are those of the files. */
async function sizes(
  stage: Stage,
): Promise<{ tables: Sizes; indexes: Map<string, number>; wal: number }> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const rows = await stage.owner(
    `select relname as name, pg_table_size(relid)::float8 as heap,
       pg_indexes_size(relid)::float8 as index, n_tup_ins::float8 as rows,
       n_tup_upd::float8 as updated, n_tup_hot_upd::float8 as hot from pg_stat_user_tables`,
  )
  const indexes = await stage.owner(
    `select indexrelname as name, pg_relation_size(indexrelid)::float8 as size
     from pg_stat_user_indexes`,
  )
  const [{ lsn } = {}] = await stage.owner(`select pg_current_wal_insert_lsn() - '0/0' as lsn`)
  return {
    tables: new Map(rows.map(({ name, ...of }) => [String(name), of as never])),
    indexes: new Map(indexes.map(({ name, size }) => [String(name), Number(size)])),
    wal: Number(lsn),
  }
}

function told(what: string, before: Awaited<ReturnType<typeof sizes>>, after: typeof before) {
  const each = [...after.tables].map(([table, of]) => {
    const was = before.tables.get(table)
    const more = (key: keyof typeof of) =>
      Math.round(((of[key] - (was?.[key] ?? 0)) / count) * 100) / 100
    return {
      table,
      rows: more('rows'),
      heap: Math.round(more('heap')),
      index: Math.round(more('index')),
      updated: more('updated'),
      hot: more('hot'),
    }
  })
  const moved = each.filter(({ rows, heap, index, updated }) => rows + heap + index + updated > 0)
  console.log(`\nof one invoice, ${what}`)
  console.table(moved.toSorted((a, b) => b.heap + b.index - a.heap - a.index))
  const sum = (key: 'heap' | 'index') => moved.reduce((total, row) => total + row[key], 0)
  const wal = Math.round((after.wal - before.wal) / count)
  const bytes = sum('heap') + sum('index')
  console.log(JSON.stringify({ what, heap: sum('heap'), index: sum('index'), wal, count }))
  if (what !== 'both') return
  const entries = [...after.indexes]
    .map(([name, size]) => [name, Math.round((size - (before.indexes.get(name) ?? 0)) / count)])
    .filter(([, more]) => Number(more) > 0)
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
  console.log(entries.map(([name, more]) => `${name} ${more}`).join('\n'))
  console.log(`${bytes} bytes of ${goal}: ${bytes <= goal ? 'within the goal' : 'above the goal'}`)
}

const dir = mkdtempSync(join(tmpdir(), 'receivables-bytes-'))
chmodSync(dir, 0o755)
let stage: Promise<Stage> | undefined
const say = (line: string) => console.error(line)
const bench = {
  seconds: 1,
  rounds: 1,
  short: true,
  dir,
  stage: () => (stage ??= createStage(dir)),
  say,
}
try {
  await withPlatform(bench, async (platform) => {
    const trade = await openTrade(platform)
    const making = invoice(platform.api.url, trade.caller, trade.clientId)
    let made = 0
    const create = () => timesOf(count, callers, () => once(making, `BYTES${++made}`))
    const activate = async () => {
      const fresh = await platform.stage.owner(
        `select id from invoice where tenant_id = $1 and main_status = 'CREATED' order by id`,
        [trade.caller.tenantId],
      )
      await activated(
        platform,
        trade,
        fresh.map(({ id }) => String(id)),
        callers,
      )
    }
    // The first pages of a table and images of whole pages after a checkpoint are nobody's.
    await create()
    await activate()
    await platform.stage.owner('vacuum analyze')
    await create()
    await activate()
    const first = await sizes(platform.stage)
    await create()
    const created = await sizes(platform.stage)
    await activate()
    const last = await sizes(platform.stage)
    told('created', first, created)
    told('activated', created, last)
    told('both', first, last)
  })
} finally {
  await (await stage)?.close()
  rmSync(dir, { recursive: true, force: true })
}
