import type { BusinessDate } from '../../../domain/dates.ts'
import { Document, usuallyKeptDays } from '../../../entities/document.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { keptUntil } from './delete-document.ts'
import { stillNeeded } from './still-needed.ts'

const documentsAtOnce = 100

/** The first id of a day, as ids are made of the moment of their unit. */
const firstIdOf = (day: string) =>
  `(lpad(to_hex(extract(epoch from (${day})::timestamp)::bigint * 1000), 12, '0')
    || repeat('0', 20))::uuid`

/** Documents whose own day is over: those that were soon to go, and the oldest of all others. */
const past = (tenant: string, day: string, more = '') => `
  select id from document where tenant_id = ${tenant} and retention_until < ${day}
    and retention_until < (created_at at time zone 'UTC')::date + ${usuallyKeptDays} ${more}
  union select id from document where tenant_id = ${tenant} and retention_until < ${day}
    and id < ${firstIdOf(`${day} - ${usuallyKeptDays - 1}`)} ${more}`

/** Every day: documents whose time is over go with their bytes; accounting material never before. */
export const retentionJob = {
  wanted: `exists (${past('t.tenant_id', '$1::date')})`,
  chunk: deleteOld,
} satisfies JobWork

async function deleteOld(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const ids = await pastRetention(unit, day, after)
  const keys = (await over(unit, ids, day)).flatMap(({ storageKey }) => storageKey ?? [])
  // The bytes go first: what fails after that leaves a row to delete again.
  await unit.apart(async ({ documents }) => {
    for (const key of keys) await documents.delete(key)
  })
  const deleted = await over(unit, ids, day)
  for (const document of deleted) unit.remove(document)
  return {
    counts: { deleted: deleted.length },
    after: ids.length < documentsAtOnce ? null : (ids.at(-1) ?? null),
  }
}

async function pastRetention(unit: Unit, day: BusinessDate, after: string): Promise<string[]> {
  const rows = await unit.transaction.query<{ id: string }>(
    `${past('$1', '$2::date', 'and id > $3')} order by id limit ${documentsAtOnce}`,
    [unit.tenantId, day, after],
  )
  return rows.map(({ id }) => id)
}

/** Of these, what neither its own day, nor that of its invoice, nor anything open keeps. */
async function over(unit: Unit, ids: readonly string[], day: BusinessDate): Promise<Document[]> {
  const documents = await unit.all(Document, { id: { $in: [...ids] } })
  const until = await keptUntil(unit, documents)
  const gone = documents.filter(({ id }) => (until.get(id) ?? '') < day)
  const needed = await stillNeeded(unit, gone)
  return gone.filter(({ id }) => !needed.has(id))
}
