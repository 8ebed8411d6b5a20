import type { Unit } from '../../kernel/write/unit.ts'
import type { Plan } from './plans.ts'

/** Whose payouts are blocked where their account no longer covers them, or released where it does. */
export async function clientsWithPayouts(unit: Unit, plans: readonly Plan[]): Promise<string[]> {
  const moved = plans.filter(({ movements }) => movements.length > 0)
  const clientIds = [...new Set(moved.flatMap(({ event }) => event.clientId ?? []))]
  if (clientIds.length === 0) return []
  const waiting = await unit.transaction.prepared<{ client_id: string }>(
    `select distinct client_id from payout where tenant_id = $1 and client_id = any ($2)
       and status in ('CREATED', 'BLOCKED') order by client_id`,
    [unit.tenantId, clientIds],
  )
  return waiting.map(({ client_id: id }) => id)
}
