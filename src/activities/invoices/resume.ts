import { resumed } from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleStatus } from './settle-status.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'

/** A claim that was paused or stopped is where it was before; one stopped while paused is paused. */
export async function resumeInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const wasPaused = invoice.mainStatus === 'PAUSED'
  Object.assign(invoice, resumed(invoice, 'resume'))
  if (wasPaused) Object.assign(invoice, { pausedUntil: null, interestPausedFrom: null })
  const today = await todayOf(unit)
  addLedgerEvent(unit, invoice, 'RESUMED', today, `Resumed as ${invoice.mainStatus}`)
  await settleStatus(unit, invoice, today)
  return invoice
}
