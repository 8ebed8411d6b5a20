import type { BusinessDate } from '../../domain/dates.ts'
import { dayOfStep } from '../../domain/invoices/ledger-status.ts'
import { lifeOfLedgerEvent } from '../../domain/invoices/transitions.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Does the planned steps of claims that become due, or overdue the day after, dated on the day
 * itself. The claims are held by the caller; returns how many of each step were done.
 */
export async function doDueSteps(
  unit: Unit,
  invoices: readonly Invoice[],
  day: BusinessDate,
): Promise<{ due: number; overdue: number }> {
  const counts = { due: 0, overdue: 0 }
  const owed = new Map(invoices.filter(isOwed).map((invoice) => [invoice.id, invoice]))
  if (owed.size === 0) return counts
  const steps = await unit.all(InvoiceLedgerEvent, {
    invoiceId: { $in: [...owed.keys()] },
    status: 'PLANNED',
    type: { $in: ['DUE', 'OVERDUE'] },
  })
  for (const step of steps) {
    const dueDate = owed.get(step.invoiceId)?.dueDate
    if (dueDate == null || (step.type !== 'DUE' && step.type !== 'OVERDUE')) continue
    const came = dayOfStep(step.type, dueDate)
    if (came > day) continue
    Object.assign(step, { status: lifeOfLedgerEvent.move(step.status, 'come'), doneDate: came })
    counts[step.type === 'DUE' ? 'due' : 'overdue']++
  }
  return counts
}

/** Credit notes have no due date, and for paid claims it does not matter. */
const isOwed = ({ bookedDate, balance }: Invoice) => bookedDate != null && balance > 0n
