import type { BusinessDate } from '../../domain/dates.ts'
import { entities } from '../../entities/all.ts'
import { keptTables, overAt } from '../../entities/table.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const rowsAtOnce = 500

const kept = keptTables(false)

/** Every night: what tables say that they keep for a time only goes when that is over. */
export const cleanupJob = {
  wanted: kept
    .map((each) => {
      const { from, where } = overAt(each, '$1::date')
      return `exists (select from ${from} where k.tenant_id = t.tenant_id and ${where})`
    })
    .join('\n    or '),
  chunk: removeNext,
} satisfies JobWork

async function removeNext(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const at = Number(after)
  const each = kept[at]!
  const removed = await (each.silent ? deleteOver : removeOver)(unit, each, day)
  const next = removed < rowsAtOnce ? at + 1 : at
  return {
    counts: { [each.table]: removed },
    after: next < kept.length ? String(next) : null,
  }
}

type KeptTable = (typeof kept)[number]

/** What is itself a history leaves no other one. */
async function deleteOver(unit: Unit, each: KeptTable, day: BusinessDate): Promise<number> {
  const { from, where } = overAt(each, '$2::date')
  const rows = await unit.transaction.query(
    `delete from ${each.table} where tenant_id = $1 and ctid = any (array (
       select k.ctid from ${from} where k.tenant_id = $1 and ${where} limit ${rowsAtOnce}))
     returning 1`,
    [unit.tenantId, day],
  )
  return rows.length
}

/** What it was stays in the journal. */
async function removeOver(unit: Unit, each: KeptTable, day: BusinessDate): Promise<number> {
  const { from, where } = overAt(each, '$2::date')
  const found = await unit.transaction.query<{ id: string }>(
    `select k.id from ${from} where k.tenant_id = $1 and ${where} limit ${rowsAtOnce}`,
    [unit.tenantId, day],
  )
  const { meta } = entities.find((entity) => entity.meta.tableName === each.table)!
  const rows = await unit.all<object>(meta.class, {
    id: { $in: found.map(({ id }) => id) },
  } as never)
  for (const row of rows) unit.remove(row)
  return rows.length
}
