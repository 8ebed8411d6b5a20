import { isForInvoices, modulesOfProducts } from '../../domain/clients/product.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import { changeSettings } from './change-settings.ts'
import { invoiceSettings } from './settings.ts'

/** Makes the product the one that is used if none is named; a client has one of these. */
export async function makeDefault(
  unit: Unit,
  product: ClientProduct,
): Promise<ClientProduct | Pending> {
  const { clientId, productCode } = product
  if (!isForInvoices(productCode)) refuse('PRODUCT_NOT_FOR_INVOICES')
  await refuseSwitchedOff(unit, modulesOfProducts[productCode])
  if (!product.enabled) refuse('PRODUCT_NOT_ENABLED', { detail: `${productCode} is not enabled.` })
  const chosen = { defaultProductCode: productCode }
  const row = await changeSettings(unit, clientId, invoiceSettings, chosen)
  if (row instanceof Pending) return row
  // The product itself is not read again, because it would then get a version newer than expected.
  const others = { clientId, isDefault: true, id: { $ne: product.id } }
  for (const other of await unit.all(ClientProduct, others)) other.isDefault = false
  product.isDefault = true
  return product
}
