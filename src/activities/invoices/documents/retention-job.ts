import type { BusinessDate } from '../../../domain/dates.ts'
import { Document } from '../../../entities/document.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { keptUntil } from './delete-document.ts'

const documentsAtOnce = 100

/** Every day: documents whose time is over go with their bytes; accounting material never before. */
export const retentionJob = {
  wanted: `exists (select 1 from document d
    where d.tenant_id = t.tenant_id and d.retention_until < $1::date)`,
  chunk: deleteOld,
} satisfies JobWork

async function deleteOld(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const past = await pastRetention(unit, day, after)
  const keys = (await over(unit, past, day)).flatMap(({ storageKey }) => storageKey ?? [])
  // The bytes go first: what fails after that leaves a row to delete again.
  await unit.apart(async ({ documents }) => {
    for (const key of keys) await documents.delete(key)
  })
  const deleted = await over(unit, past, day)
  for (const document of deleted) unit.remove(document)
  return {
    counts: { deleted: deleted.length },
    after: past.length < documentsAtOnce ? null : (past.at(-1) ?? null),
  }
}

async function pastRetention(unit: Unit, day: BusinessDate, after: string): Promise<string[]> {
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from document where tenant_id = $1 and retention_until < $2::date and id > $3
     order by id limit ${documentsAtOnce}`,
    [unit.tenantId, day, after],
  )
  return rows.map(({ id }) => id)
}

/** Of these, what neither its own day nor that of its invoice keeps. */
async function over(unit: Unit, ids: readonly string[], day: BusinessDate): Promise<Document[]> {
  const documents = await unit.all(Document, { id: { $in: [...ids] } })
  const until = await keptUntil(unit, documents)
  return documents.filter(({ id }) => (until.get(id) ?? '') < day)
}
