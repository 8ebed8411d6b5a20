import {
  familyOf,
  firstTerms,
  productCodes,
  type ProductCode,
} from '../../../domain/clients/product.ts'
import { ClientProduct } from '../../../entities/client-product.ts'
import { ClientFinancialPriceTemplate } from '../../../entities/client-financial-price-template.ts'
import type { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Makes all products; invoicing is the default, and on as those of the client's template are. */
export async function makeProducts(unit: Unit, client: Client): Promise<void> {
  const made = await unit.all(ClientProduct, { clientId: client.id })
  const codes = new Set(made.map(({ productCode }) => productCode))
  const { templateId } = client
  const template =
    templateId == null ? null : await unit.find(ClientFinancialPriceTemplate, { id: templateId })
  const isOn = new Set<ProductCode>(template?.products)
  const validFrom = await unit.today()
  for (const productCode of productCodes.filter((code) => !codes.has(code))) {
    unit.add(ClientProduct, {
      clientId: client.id,
      productCode,
      family: familyOf(productCode),
      validFrom,
      ...firstTerms(productCode),
      ...(isOn.has(productCode) && { enabled: true }),
    })
  }
}
