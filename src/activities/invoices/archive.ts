import { statusAfter } from '../../domain/invoices/transitions.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../unit.ts'
import { lockedInvoice } from './locked-invoice.ts'

export async function archiveInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await lockedInvoice(unit, id)
  invoice.mainStatus = statusAfter(invoice.mainStatus, 'archive')
  invoice.archivedAt = unit.now
  return invoice
}

export async function unarchiveInvoice(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await lockedInvoice(unit, id)
  invoice.mainStatus = statusAfter(invoice.mainStatus, 'unarchive')
  invoice.archivedAt = null
  return invoice
}
