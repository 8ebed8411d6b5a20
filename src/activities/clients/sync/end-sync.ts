import { z } from 'zod'
import { lifeOfSync } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import { ClientSyncInvoice } from '../../../entities/client-sync.ts'
import { holdWhere } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'
import { id } from '../../../kernel/read/fields.ts'

/** Switches the sync off; what was still on its way stays where it is. */
export async function disableSync(unit: Unit, clientId: string): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, 'disable')
  sync.onboardingUrlExpiresAt = null
  await abortInvoices(unit, clientId)
  return sync
}

/** Forgets how far it came and whom it spoke to; it has to be connected anew. */
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

/** Those on their way, all or some, do not go on. */
export async function abortInvoices(
  unit: Unit,
  clientId: string,
  { ids }: z.output<typeof abortInvoicesInput> = {},
): Promise<ClientSyncInvoice[]> {
  // The connector changes them as well; the lock lets the second see what the first did.
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
