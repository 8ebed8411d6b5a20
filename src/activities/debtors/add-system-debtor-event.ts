import type { SystemDebtorEventType } from '../../domain/debtors/system-debtor-event.ts'
import { SystemDebtorEvent } from '../../entities/system-debtor-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** For what no claim tells of: events of claims are read from these. */
export async function addSystemDebtorEvent(
  unit: Unit,
  systemDebtorId: string,
  type: SystemDebtorEventType,
  text: string,
): Promise<void> {
  unit.insert(SystemDebtorEvent, {
    systemDebtorId,
    type,
    date: await unit.today(),
    text: text.slice(0, 500),
    createdBy: unit.principal.id,
  })
}
