import type { BusinessDate } from '../../domain/dates.ts'
import { resumed } from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { bankruptcyOf, pauseInterest, type BankruptcyOf } from './bankruptcy/interest-pause.ts'
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
  const known = { events: events.get(id) ?? [], bankrupt: await bankruptcyOf(unit, [id]) }
  resumeHeld(unit, invoice, known, await unit.today())
  return invoice
}

/** The same for a claim that is held, with its ledger events and its bankruptcy loaded. */
export function resumeHeld(
  unit: Unit,
  invoice: Invoice,
  { events, bankrupt }: { events: readonly InvoiceLedgerEvent[]; bankrupt: BankruptcyOf },
  today: BusinessDate,
): void {
  const wasPaused = invoice.mainStatus === 'PAUSED'
  Object.assign(invoice, resumed(invoice, 'resume'))
  if (wasPaused) {
    invoice.pausedUntil = null
    pauseInterest(invoice, null, bankrupt)
  }
  addLedgerEvent(unit, invoice, 'RESUMED', today, `Resumed as ${invoice.mainStatus}`)
  settleAfter(unit, invoice, events, today)
}
