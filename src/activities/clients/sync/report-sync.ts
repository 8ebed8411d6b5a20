import { z } from 'zod'
import { lifeOfSync, reportOf, reportable } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'
import { filled } from '../../../kernel/read/fields.ts'

export const reportSyncInput = z.strictObject({
  status: z.enum(reportable),
  error: filled(1000).optional(),
  cursor: z.string().max(500).nullish(),
})
export type SyncReport = z.output<typeof reportSyncInput>

/** A connector reports its status; if it cannot go on, an errand is left. */
export async function reportSync(
  unit: Unit,
  clientId: string,
  { status, error, cursor }: SyncReport,
): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, reportOf[status])
  sync.lastRunAt = unit.now
  sync.lastError = error ?? (status === 'ERROR' ? 'The connector gave no cause.' : null)
  if (cursor !== undefined) sync.cursor = cursor
  await updateErrand(unit, clientId, sync)
  return sync
}

async function updateErrand(unit: Unit, clientId: string, { status, lastError }: ClientSync) {
  const dedupeKey = `sync/${clientId}`
  if (status !== 'ERROR') {
    await settleErrand(unit, dedupeKey, `The connector reports ${status}.`)
    return
  }
  await leaveErrand(unit, {
    type: 'SYNC',
    subjectType: 'Client',
    subjectId: clientId,
    clientId,
    title: 'The sync with the business system cannot go on',
    data: { error: lastError },
    dedupeKey,
  })
}
