import { invoiceFaults, type InvoiceFault } from '../../domain/invoices/validation.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { markResolved } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { readToValidate } from './read-to-validate.ts'

const errandKeyOf = (invoiceId: string, fault: InvoiceFault) => `validation/${invoiceId}/${fault}`

/** All present faults of an invoice. */
export async function faultCodesOf(unit: Unit, invoice: Invoice): Promise<InvoiceFault[]> {
  const validation = await readToValidate(unit, [invoice])
  return validation.faultsOf(invoice, invoice.productCode ?? 'INVOICE_SERVICE')
}

/** Leaves one errand for each fault and resolves those without a fault; returns the open ones. */
export async function validateInvoice(unit: Unit, invoiceId: string): Promise<SystemErrand[]> {
  const invoice = await unit.load(Invoice, invoiceId)
  const faults = await faultCodesOf(unit, invoice)
  const open = await unit.all(SystemErrand, {
    subjectId: invoiceId,
    type: 'INVOICE_VALIDATION',
    status: { $in: ['OPEN', 'IN_PROGRESS'] },
  })
  const keys = new Set(faults.map((fault) => errandKeyOf(invoiceId, fault)))
  for (const errand of open) {
    if (!keys.has(errand.dedupeKey)) await markResolved(unit, errand, 'The fault is gone.')
  }
  await lockErrands(unit, [...keys])
  const left: SystemErrand[] = []
  for (const fault of faults) {
    left.push(
      await leaveErrand(unit, {
        type: 'INVOICE_VALIDATION',
        subjectType: 'Invoice',
        subjectId: invoiceId,
        clientId: invoice.clientId,
        title: `${invoiceFaults[fault].message}: ${invoice.invoiceNumber}`,
        data: { code: fault, invoiceNumber: invoice.invoiceNumber },
        suggestion: { action: 'VALIDATE_INVOICE', reason: 'Once it is put right' },
        dedupeKey: errandKeyOf(invoiceId, fault),
      }),
    )
  }
  return left
}
