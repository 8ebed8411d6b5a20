import { refuse } from '../../domain/refusal.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Refuses if one of the events was reversed while we waited for the lock of its claim; nothing else
 * about an event changes.
 */
export async function refuseReversed(unit: Unit, events: readonly FinancialEvent[]): Promise<void> {
  const reversed = await unit.transaction.query(
    `select id from financial_event
     where tenant_id = $1 and id = any($2) and reversed_by_id is not null limit 1`,
    [unit.tenantId, events.map(({ id }) => id)],
  )
  if (reversed.length > 0) refuse('ALREADY_REVERSED')
}
