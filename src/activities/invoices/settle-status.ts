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
  const taken = await stepsTaken(unit, [invoice.id])
  settleAfter(unit, invoice, taken.get(invoice.id) ?? [], today)
}

/** Which steps against the debtor claims have gone through; those without any are not in it. */
export async function stepsTaken(
  unit: Unit,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LedgerEventType[]>> {
  const steps = await unit.all(InvoiceLedgerEvent, {
    invoiceId: { $in: [...invoiceIds] },
    status: 'DONE',
    type: { $in: ['REMINDER', 'COLLECTION'] },
  })
  const byClaim = Map.groupBy(steps, ({ invoiceId }) => invoiceId)
  return new Map([...byClaim].map(([id, of]) => [id, of.map(({ type }) => type)]))
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
