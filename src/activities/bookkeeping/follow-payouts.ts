import type { Unit } from '../../kernel/write/unit.ts'
import type { Plan } from './plans.ts'

/** Blocks payouts of an account that no longer covers them, and releases them when it does. */
export async function followPayouts(unit: Unit, plans: readonly Plan[]): Promise<void> {
  const moved = plans.filter(({ movements }) => movements.length > 0)
  const clientIds = [...new Set(moved.flatMap(({ event }) => event.clientId ?? []))]
  if (clientIds.length === 0) return
  const waiting = await unit.transaction.prepared<{ client_id: string }>(
    `select distinct client_id from payout where tenant_id = $1 and client_id = any ($2)
       and status in ('CREATED', 'BLOCKED') order by client_id`,
    [unit.tenantId, clientIds],
  )
  for (const { client_id: id } of waiting) await unit.runtime.registered.payoutsFollow(unit, id)
}
