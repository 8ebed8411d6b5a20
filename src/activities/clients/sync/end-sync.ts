import { z } from 'zod'
import { lifeOfSync } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import { ClientSyncInvoice } from '../../../entities/client-sync.ts'
import { holdWhere } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'
import { id } from '../../../kernel/read/fields.ts'

/** Switches the sync off, and aborts the exchange of invoices that has not ended. */
export async function disableSync(unit: Unit, clientId: string): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, 'disable')
  sync.onboardingUrlExpiresAt = null
  await abortInvoices(unit, clientId)
  return sync
}

/** Forgets its progress and its connection, so that it has to be connected again. */
export async function resetSync(unit: Unit, clientId: string): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, 'reset')
  sync.cursor = null
  sync.lastError = null
  sync.onboardingUrlExpiresAt = null
  await abortInvoices(unit, clientId)
  return sync
}

export const abortInvoicesInput = z
  .strictObject({ ids: z.array(id('ClientSyncInvoice')).min(1).max(500).optional() })
  .prefault({})

/** Aborts the exchange of all or some invoices. */
export async function abortInvoices(
  unit: Unit,
  clientId: string,
  { ids }: z.output<typeof abortInvoicesInput> = {},
): Promise<ClientSyncInvoice[]> {
  // Locked, because the connector changes the same rows.
  const isMoving = `client_id = $2 and status in ('PENDING', 'RUNNING')`
  await holdWhere(unit, ClientSyncInvoice, isMoving, [clientId])
  const moving = await unit.all(ClientSyncInvoice, {
    clientId,
    status: { $in: ['PENDING', 'RUNNING'] },
    ...(ids !== undefined && { id: { $in: ids } }),
  })
  for (const invoice of moving) invoice.status = 'ABORTED'
  return moving
}
