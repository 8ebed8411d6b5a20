import type { BusinessDate } from '../../domain/dates.ts'
import { resumed } from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleAfter, ledgerEventsOf } from './settle-status.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'

/**
 * Returns a paused or stopped claim to its former status; one stopped while paused is paused again.
 */
export async function resumeInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const events = await ledgerEventsOf(unit, [id])
  resumeHeld(unit, invoice, events.get(id) ?? [], await unit.today())
  return invoice
}

/** The same for a claim that is already held, with its ledger events already loaded. */
export function resumeHeld(
  unit: Unit,
  invoice: Invoice,
  events: readonly InvoiceLedgerEvent[],
  today: BusinessDate,
): void {
  const wasPaused = invoice.mainStatus === 'PAUSED'
  Object.assign(invoice, resumed(invoice, 'resume'))
  if (wasPaused) Object.assign(invoice, { pausedUntil: null, interestPausedFrom: null })
  addLedgerEvent(unit, invoice, 'RESUMED', today, `Resumed as ${invoice.mainStatus}`)
  settleAfter(unit, invoice, events, today)
}
