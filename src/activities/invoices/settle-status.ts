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

/**
 * Sets the status that follows from the balance: CLOSED if nothing is owed, and open again if it
 * is.
 */
export async function settleStatus(
  unit: Unit,
  invoice: Invoice,
  today: BusinessDate,
): Promise<void> {
  const steps = await stepsOf(unit, [invoice.id])
  settleAfter(unit, invoice, steps.get(invoice.id) ?? [], today)
}

/** The steps that the status depends on, by claim. */
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

/** The same, with the steps of the claim already loaded. */
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
    // Without a due date its steps were skipped by a person, and stay skipped.
    if (invoice.dueDate != null) turn(steps, 'restore')
  }
  const done = steps.filter(({ status }) => status === 'DONE')
  invoice.ledgerStatus = ledgerStatusOf(
    invoice,
    done.map(({ type }) => type),
  )
}

/** The steps of the due date happen only while something is owed. */
function turn(steps: readonly InvoiceLedgerEvent[], verb: 'skip' | 'restore'): void {
  for (const step of steps) {
    const isOfDueDay = step.type === 'DUE' || step.type === 'OVERDUE'
    if (!isOfDueDay || !lifeOfLedgerEvent.may(step.status, verb)) continue
    step.status = lifeOfLedgerEvent.move(step.status, verb)
  }
}
