import { lifeOfSync } from '../../../domain/clients/sync.ts'
import { refuse } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseClosedClient } from '../../access/refuse-closed-client.ts'
import { withChange, type SyncChange, changeSyncInput } from './change-sync.ts'
import { syncOf } from './sync-of.ts'

export const enableSyncInput = changeSyncInput.prefault({})

/** Switches the sync on; the business systems must be chosen before. */
export async function enableSync(
  unit: Unit,
  clientId: string,
  sent: SyncChange,
): Promise<ClientSync> {
  await refuseClosedClient(unit, clientId)
  const sync = await syncOf(unit, clientId)
  const { invoiceErpId, bookkeepErpId } = await unit.load(Client, clientId)
  if (invoiceErpId == null || bookkeepErpId == null) refuse('ERP_NOT_CONNECTED')
  sync.status = lifeOfSync.move(sync.status, 'enable')
  return withChange(sync, sent)
}
