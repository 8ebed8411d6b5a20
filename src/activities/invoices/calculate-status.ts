import { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { todayOf } from '../access/tenant-of.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleStatus } from './settle-status.ts'

/** Where the claim stands today: the days that have come are done, and the status follows. */
export async function calculateStatus(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const today = await todayOf(unit)
  if (invoice.bookedDate != null && invoice.balance > 0n) {
    const come = await unit.all(InvoiceLedgerEvent, {
      invoiceId: id,
      status: 'PLANNED',
      type: { $in: ['DUE', 'OVERDUE'] },
      plannedDate: { $lte: today },
    })
    for (const event of come) Object.assign(event, { status: 'DONE', doneDate: event.plannedDate })
  }
  await settleStatus(unit, invoice, today)
  return invoice
}
