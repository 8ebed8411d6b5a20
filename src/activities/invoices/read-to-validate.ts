import type { ClientStatus } from '../../domain/clients/client.ts'
import { modulesOfProducts, type ProductCode } from '../../domain/clients/product.ts'
import { faultsOfInvoice, type InvoiceFault } from '../../domain/invoices/validation.ts'
import type { LockedPeriod } from '../../entities/bookkeeping-account.ts'
import { Client } from '../../entities/client.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce, type SettingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { locksOf } from '../bookkeeping/read-books.ts'
import { invoiceSettings, type InvoiceSettings } from '../clients/settings.ts'
import { moduleSettings } from '../system/settings/module-settings.ts'
import { offIn } from '../system/settings/read-modules.ts'
import { rowCounts, type RowCounts } from './row-counts.ts'

type Product = Pick<ClientProduct, 'enabled' | 'validFrom'>

/** What decides, of each of many invoices, whether it may be activated. */
export interface Validation {
  today: string
  statusOf(invoice: Invoice): ClientStatus
  rowCountOf(invoice: Invoice): number
  productOf(invoice: Invoice, productCode: ProductCode): Product | null
  invoiceSettingsOf(invoice: Invoice): InvoiceSettings
  faultsOf(invoice: Invoice, productCode: ProductCode): InvoiceFault[]
}

export const debtorFields = [
  'id',
  'name',
  'email',
  'phone',
  'peppolId',
  'identificationNumber',
  'invoiceAddress',
] as const

type Debtors = Pick<Debtor, (typeof debtorFields)[number]>[]

/** What has to be known of the clients, the debtors and the rows of the invoices. */
export interface ToValidate {
  clients: readonly Pick<Client, 'id' | 'status' | 'countryCode'>[]
  debtors: Readonly<Debtors>
  products: readonly (Product & Pick<ClientProduct, 'clientId' | 'productCode'>)[]
  settings: SettingsInForce
  locks: readonly Pick<LockedPeriod, 'ownerId' | 'lockedUntil'>[]
  counts: ReadonlyMap<string, RowCounts>
  today: string
}

/** The facts for the one validation that accepting, bulk operations and errands share. */
export async function readToValidate(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<Validation> {
  const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))]
  const debtorIds = [...new Set(invoices.map(({ debtorId }) => debtorId))]
  // The queries are sent together, in one round trip.
  const [clients, debtors, products, settings, locks, counts, today] = await Promise.all([
    rowsOf(unit, Client, { id: clientIds }, ['id', 'status', 'countryCode']),
    rowsOf(unit, Debtor, { id: debtorIds }, debtorFields),
    productsOf(unit, clientIds),
    settingsInForce(unit, [invoiceSettings, moduleSettings], clientIds, debtorIds),
    locksOf(unit, clientIds),
    rowCounts(
      unit,
      invoices.map(({ id }) => id),
    ),
    unit.today(),
  ])
  return validationOf({ clients, debtors, products, settings, locks, counts, today })
}

export const productsOf = (unit: Unit, clientIds: readonly string[]) =>
  rowsOf(unit, ClientProduct, { clientId: clientIds }, [
    'clientId',
    'productCode',
    'enabled',
    'validFrom',
  ])

export function validationOf(known: ToValidate): Validation {
  const { settings, counts, today } = known
  const clientOf = byField(known.clients, 'id')
  const debtorOf = byField(known.debtors, 'id')
  const productBy = new Map(
    known.products.map((product) => [`${product.clientId} ${product.productCode}`, product]),
  )
  const lockOf = byField(known.locks, 'ownerId')

  const off = offIn(settings)
  const isOff = (code: ProductCode) => off.has(modulesOfProducts[code] ?? 'invoicing')
  const productOf = ({ clientId }: Invoice, code: ProductCode): Product | null => {
    const product = productBy.get(`${clientId} ${code}`)
    return product === undefined ? null : { ...product, enabled: product.enabled && !isOff(code) }
  }
  const invoiceSettingsOf = ({ clientId, debtorId }: Invoice) =>
    settings.of(invoiceSettings, clientId, debtorId)
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
