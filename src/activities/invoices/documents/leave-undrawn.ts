import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveLogotypeErrand } from '../../clients/logotype-errand.ts'

/** These documents were made without their logotype: a person has to give their clients another. */
export async function leaveUndrawn(unit: Unit, frozen: readonly FrozenInvoice[]): Promise<void> {
  const logos = frozen.flatMap(({ clientId, look: { logoKey } }) =>
    logoKey === null ? [] : [[clientId, logoKey] as const],
  )
  for (const [clientId, logoKey] of [...new Map(logos)].toSorted()) {
    await leaveLogotypeErrand(unit, clientId, logoKey)
  }
}
