import type { BusinessDate } from '../../domain/dates.ts'
import { ledgerStatusOf } from '../../domain/invoices/ledger-status.ts'
import {
  lifeOfInvoice,
  lifeOfLedgerEvent,
  resumed,
  suspended,
} from '../../domain/invoices/transitions.ts'
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
  const steps = await stepsOf(unit, [invoice.id])
  settleAfter(unit, invoice, steps.get(invoice.id) ?? [], today)
}

/** The steps that a status follows from, by their claim. */
export async function stepsOf(
  unit: Unit,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InvoiceLedgerEvent[]>> {
  const steps = await unit.all(InvoiceLedgerEvent, {
    invoiceId: { $in: [...invoiceIds] },
    type: { $in: ['DUE', 'OVERDUE', 'REMINDER', 'COLLECTION'] },
  })
  return Map.groupBy(steps, ({ invoiceId }) => invoiceId)
}

/** The same, where it is known which steps the claim goes through. */
export function settleAfter(
  unit: Unit,
  invoice: Invoice,
  steps: readonly InvoiceLedgerEvent[],
  today: BusinessDate,
): void {
  const owes = [invoice.balance, invoice.feesAmount, invoice.interestAmount].some(
    (amount) => amount !== 0n,
  )
  if (!owes && lifeOfInvoice.may(invoice.mainStatus, 'close')) {
    Object.assign(invoice, suspended(invoice, 'close'), { closedDate: today })
    addLedgerEvent(unit, invoice, 'CLOSED', today, 'Nothing is owed any more')
    turn(steps, 'skip')
  } else if (owes && lifeOfInvoice.may(invoice.mainStatus, 'reopen')) {
    Object.assign(invoice, resumed(invoice, 'reopen'), { closedDate: null, archivedAt: null })
    addLedgerEvent(unit, invoice, 'RESUMED', today, 'Something is owed again')
    // Without a due day somebody left its steps out, and they stay so.
    if (invoice.dueDate != null) turn(steps, 'restore')
  }
  const done = steps.filter(({ status }) => status === 'DONE')
  invoice.ledgerStatus = ledgerStatusOf(
    invoice,
    done.map(({ type }) => type),
  )
}

/** A claim goes through the steps of its due day only as long as something is owed on it. */
function turn(steps: readonly InvoiceLedgerEvent[], verb: 'skip' | 'restore'): void {
  for (const step of steps) {
    const isOfDueDay = step.type === 'DUE' || step.type === 'OVERDUE'
    if (!isOfDueDay || !lifeOfLedgerEvent.may(step.status, verb)) continue
    step.status = lifeOfLedgerEvent.move(step.status, verb)
  }
}
