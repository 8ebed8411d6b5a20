import {
  faultsOfInvoice,
  invoiceFaults,
  type InvoiceFault,
} from '../../domain/invoices/validation.ts'
import { LockedPeriod } from '../../entities/bookkeeping-account.ts'
import { Client } from '../../entities/client.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { todayOf } from '../access/tenant-of.ts'
import { settingsOf } from '../clients/settings-of.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { resolved } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { rowCounts } from './row-counts.ts'

const errandKeyOf = (invoiceId: string, fault: InvoiceFault) => `validation/${invoiceId}/${fault}`

/** All that is wrong with an invoice, as it and what it depends on are now. */
export async function faultsOf(unit: Unit, invoice: Invoice): Promise<InvoiceFault[]> {
  const { clientId } = invoice
  const productCode = invoice.productCode ?? 'INVOICE_SERVICE'
  const client = await unit.load(Client, clientId)
  const debtor = await unit.load(Debtor, invoice.debtorId)
  const product = await unit.find(ClientProduct, { clientId, productCode })
  const counts = await rowCounts(unit, [invoice.id])
  const locked = await unit.find(LockedPeriod, { ownerId: clientId })
  return faultsOfInvoice({
    invoice,
    rowCount: counts.get(invoice.id) ?? 0,
    debtor,
    isClientActive: client.status === 'ACTIVE',
    countryCode: client.countryCode,
    isProductEnabled: product?.enabled ?? productCode === 'INVOICE_SERVICE',
    settings: await settingsOf(unit, clientId, 'INVOICE'),
    lockedUntil: locked?.lockedUntil ?? null,
    today: await todayOf(unit),
  })
}

/** One errand a fault; those whose fault is gone are resolved. Answers those that are left. */
export async function validateInvoice(unit: Unit, invoiceId: string): Promise<SystemErrand[]> {
  const invoice = await unit.load(Invoice, invoiceId)
  const faults = await faultsOf(unit, invoice)
  const open = await unit.all(SystemErrand, {
    subjectId: invoiceId,
    type: 'INVOICE_VALIDATION',
    status: { $in: ['OPEN', 'IN_PROGRESS'] },
  })
  const keys = new Set(faults.map((fault) => errandKeyOf(invoiceId, fault)))
  for (const errand of open) {
    if (!keys.has(errand.dedupeKey)) resolved(unit, errand, 'The fault is gone.')
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
        title: `${invoiceFaults[fault]}: ${invoice.invoiceNumber}`,
        data: { code: fault, invoiceNumber: invoice.invoiceNumber },
        suggestion: { action: 'VALIDATE_INVOICE', reason: 'Once it is put right' },
        dedupeKey: errandKeyOf(invoiceId, fault),
      }),
    )
  }
  return left
}
