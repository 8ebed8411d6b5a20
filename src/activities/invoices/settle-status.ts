import type { BusinessDate } from '../../domain/dates.ts'
import { ledgerStatusOf } from '../../domain/invoices/ledger-status.ts'
import { suspended, lifeOfInvoice, resumed } from '../../domain/invoices/transitions.ts'
import type { LedgerEventType } from '../../domain/bookkeeping/ledger.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'

/** The status that follows from what was booked: closed where nothing is owed, and back. */
export async function settleStatus(
  unit: Unit,
  invoice: Invoice,
  today: BusinessDate,
): Promise<void> {
  const steps = await unit.all(InvoiceLedgerEvent, {
    invoiceId: invoice.id,
    status: 'DONE',
    type: { $in: ['REMINDER', 'COLLECTION'] },
  })
  const done = steps.map(({ type }) => type)
  settleAfter(unit, invoice, done, today)
}

/** The same, where it is known which steps the claim has gone through. */
export function settleAfter(
  unit: Unit,
  invoice: Invoice,
  done: readonly LedgerEventType[],
  today: BusinessDate,
): void {
  const owes = [invoice.balance, invoice.feesAmount, invoice.interestAmount].some(
    (amount) => amount !== 0n,
  )
  if (!owes && lifeOfInvoice.may(invoice.mainStatus, 'close')) {
    Object.assign(invoice, suspended(invoice, 'close'), { closedDate: today })
    addLedgerEvent(unit, invoice, 'CLOSED', today, 'Nothing is owed any more')
  } else if (owes && lifeOfInvoice.may(invoice.mainStatus, 'reopen')) {
    Object.assign(invoice, resumed(invoice, 'reopen'), { closedDate: null, archivedAt: null })
    addLedgerEvent(unit, invoice, 'RESUMED', today, 'Something is owed again')
  }
  invoice.ledgerStatus = ledgerStatusOf(invoice, done)
}
