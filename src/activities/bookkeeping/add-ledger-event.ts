import type { BusinessDate } from '../../domain/dates.ts'
import type { LedgerEventType } from '../../domain/bookkeeping/ledger.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Adds a ledger event that happened today without being planned. */
export function addLedgerEvent(
  unit: Unit,
  invoice: Invoice,
  type: LedgerEventType,
  today: BusinessDate,
  comment: string,
): void {
  unit.insert(InvoiceLedgerEvent, {
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    type,
    status: 'DONE',
    plannedDate: today,
    doneDate: today,
    comment,
  })
}
