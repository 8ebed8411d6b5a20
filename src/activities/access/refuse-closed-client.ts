import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Nobody is let in, and nothing set up, for a client that is closed; nor is it until the commit. */
export async function refuseClosedClient(
  unit: Unit,
  clientId: string | null | undefined,
): Promise<void> {
  if (clientId == null) return
  await lockKey(unit, 'closing', clientId)
  const [client] = await rowsOf(unit, Client, { id: [clientId] }, ['status'])
  if (client?.status === 'CLOSED') refuse('CLIENT_CLOSED')
}
