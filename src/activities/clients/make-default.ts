import { isForInvoices } from '../../domain/clients/product.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeSettings } from './change-settings.ts'
import { invoiceSettings } from './settings.ts'

/** The product that is used where nobody names one; a client has one such. */
export async function makeDefault(unit: Unit, product: ClientProduct): Promise<ClientProduct> {
  const { clientId, productCode } = product
  if (!isForInvoices(productCode)) refuse('PRODUCT_NOT_FOR_INVOICES')
  if (!product.enabled) refuse('PRODUCT_NOT_ENABLED', { detail: `${productCode} is not enabled.` })
  // Read again, it would take on the version that somebody else has made of it meanwhile.
  const others = { clientId, isDefault: true, id: { $ne: product.id } }
  for (const other of await unit.all(ClientProduct, others)) other.isDefault = false
  product.isDefault = true
  await changeSettings(unit, clientId, invoiceSettings, { defaultProductCode: productCode })
  return product
}
