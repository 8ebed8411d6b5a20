import { z } from 'zod'
import { suspended } from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { keepReason, knownReason } from '../distribution/known-reason.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { code } from '../../kernel/read/fields.ts'

export const stopInvoiceInput = z.strictObject({ reasonCode: code.optional() }).prefault({})

/** Nothing is done about the claim until somebody resumes it; it stays open. */
export async function stopInvoice(
  unit: Unit,
  id: string,
  { reasonCode }: z.output<typeof stopInvoiceInput>,
): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  Object.assign(invoice, suspended(invoice, 'stop'))
  await knownReason(unit, reasonCode)
  keepReason(invoice, reasonCode)
  addLedgerEvent(unit, invoice, 'STOPPED', await unit.today(), 'No more automatic steps')
  return invoice
}
