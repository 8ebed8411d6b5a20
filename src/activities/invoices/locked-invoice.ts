import { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../unit.ts'
import { lockInvoices } from './lock-invoices.ts'

/** The invoice as it is once everybody before us is done with it. */
export async function lockedInvoice(unit: Unit, id: string, pointer?: string): Promise<Invoice> {
  await lockInvoices(unit, [id])
  return unit.load(Invoice, id, pointer)
}
