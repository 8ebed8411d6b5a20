import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export async function archiveInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  invoice.mainStatus = lifeOfInvoice.move(invoice.mainStatus, 'archive')
  invoice.archivedAt = unit.now
  return invoice
}

export async function unarchiveInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  invoice.mainStatus = lifeOfInvoice.move(invoice.mainStatus, 'unarchive')
  invoice.archivedAt = null
  return invoice
}
