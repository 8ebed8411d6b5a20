import { z } from 'zod'
import { lifeOfSync } from '../../../domain/clients/sync.ts'
import { ClientSync } from '../../../entities/client-sync.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'
import { bodyOf } from '../../../kernel/read/body.ts'

export const syncScope = {
  invoices: z.boolean(),
  payments: z.boolean(),
  vouchers: z.boolean(),
  customers: z.boolean(),
}

export const changeSyncInput = bodyOf(ClientSync, ['direction'])
  .extend({ scope: z.strictObject(syncScope).partial() })
  .partial()
export type SyncChange = z.output<typeof changeSyncInput>

/** Changes the direction and scope of the sync; refused while invoices are being exchanged. */
export async function changeSync(
  unit: Unit,
  clientId: string,
  sent: SyncChange,
): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  lifeOfSync.move(sync.status, 'update')
  return withChange(sync, sent)
}

export function withChange(sync: ClientSync, { direction, scope }: SyncChange): ClientSync {
  sync.direction = direction ?? sync.direction
  const given = Object.entries(scope ?? {}).filter(([, on]) => on !== undefined)
  sync.scope = { ...sync.scope, ...(Object.fromEntries(given) as Record<string, boolean>) }
  return sync
}
