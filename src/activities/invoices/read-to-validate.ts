import type { ClientStatus } from '../../domain/clients/client.ts'
import type { ProductCode } from '../../domain/clients/product.ts'
import { faultsOfInvoice, type InvoiceFault } from '../../domain/invoices/validation.ts'
import { LockedPeriod } from '../../entities/bookkeeping-account.ts'
import { Client } from '../../entities/client.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { invoiceSettings, type InvoiceSettings } from '../clients/settings.ts'
import { rowCounts } from './row-counts.ts'

/** Reads, for many invoices at once, what decides whether they may be activated. */
export interface Validation {
  today: string
  statusOf(invoice: Invoice): ClientStatus
  rowCountOf(invoice: Invoice): number
  productOf(invoice: Invoice, productCode: ProductCode): ClientProduct | null
  invoiceSettingsOf(invoice: Invoice): InvoiceSettings
  faultsOf(invoice: Invoice, productCode: ProductCode): InvoiceFault[]
}

/** The facts for the one validation that accepting, bulk operations and errands share. */
export async function readToValidate(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<Validation> {
  const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))]
  const debtorIds = [...new Set(invoices.map(({ debtorId }) => debtorId))]
  // The queries are sent together, in one round trip.
  const [clients, debtors, products, settings, locked, counts, today] = await Promise.all([
    unit.all(Client, { id: { $in: clientIds } }),
    unit.all(Debtor, { id: { $in: debtorIds } }),
    unit.all(ClientProduct, { clientId: { $in: clientIds } }),
    settingsInForce(unit, [invoiceSettings], clientIds),
    unit.all(LockedPeriod, { ownerId: { $in: clientIds } }),
    rowCounts(
      unit,
      invoices.map(({ id }) => id),
    ),
    unit.today(),
  ])
  const clientOf = byKey(clients, ({ id }) => id)
  const debtorOf = byKey(debtors, ({ id }) => id)
  const productBy = byKey(products, ({ clientId, productCode }) => `${clientId} ${productCode}`)
  const lockOf = byKey(locked, ({ ownerId }) => ownerId)

  const productOf = ({ clientId }: Invoice, code: ProductCode) =>
    productBy.get(`${clientId} ${code}`) ?? null
  const invoiceSettingsOf = ({ clientId }: Invoice) => settings.of(invoiceSettings, clientId)
  const statusOf = ({ clientId }: Invoice) => clientOf.get(clientId)?.status ?? 'CLOSED'
  const rowCountOf = ({ id }: Invoice) => counts.get(id)?.all ?? 0
  const faultsOf = (invoice: Invoice, productCode: ProductCode) => {
    const client = clientOf.get(invoice.clientId)
    const product = productOf(invoice, productCode)
    return faultsOfInvoice({
      invoice,
      rowCount: rowCountOf(invoice),
      unpricedCount: counts.get(invoice.id)?.unpriced ?? 0,
      debtor: debtorOf.get(invoice.debtorId) ?? { name: '' },
      isClientActive: client?.status === 'ACTIVE',
      countryCode: client?.countryCode ?? '',
      isProductEnabled: product?.enabled ?? productCode === 'INVOICE_SERVICE',
      settings: invoiceSettingsOf(invoice),
      lockedUntil: lockOf.get(invoice.clientId)?.lockedUntil ?? null,
      today,
    })
  }
  return { today, statusOf, rowCountOf, productOf, invoiceSettingsOf, faultsOf }
}

function byKey<R>(rows: readonly R[], keyOf: (row: R) => string): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}
