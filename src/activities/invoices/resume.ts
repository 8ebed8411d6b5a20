import type { BusinessDate } from '../../domain/dates.ts'
import type { LedgerEventType } from '../../domain/bookkeeping/ledger.ts'
import { resumed } from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleAfter, stepsTaken } from './settle-status.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'

/** A claim that was paused or stopped is where it was before; one stopped while paused is paused. */
export async function resumeInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const taken = await stepsTaken(unit, [id])
  resumeHeld(unit, invoice, taken.get(id) ?? [], await todayOf(unit))
  return invoice
}

/** The same of a claim that is held, where it is known which steps it has gone through. */
export function resumeHeld(
  unit: Unit,
  invoice: Invoice,
  taken: readonly LedgerEventType[],
  today: BusinessDate,
): void {
  const wasPaused = invoice.mainStatus === 'PAUSED'
  Object.assign(invoice, resumed(invoice, 'resume'))
  if (wasPaused) Object.assign(invoice, { pausedUntil: null, interestPausedFrom: null })
  addLedgerEvent(unit, invoice, 'RESUMED', today, `Resumed as ${invoice.mainStatus}`)
  settleAfter(unit, invoice, taken, today)
}
