import { familyOf, firstTerms, productCodes } from '../../../domain/clients/product.ts'
import { ClientProduct } from '../../../entities/client-product.ts'
import type { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Makes all products; invoicing is switched on and is the default. */
export async function makeProducts(unit: Unit, client: Client): Promise<void> {
  const made = await unit.all(ClientProduct, { clientId: client.id })
  const codes = new Set(made.map(({ productCode }) => productCode))
  const validFrom = await unit.today()
  for (const productCode of productCodes.filter((code) => !codes.has(code))) {
    unit.add(ClientProduct, {
      clientId: client.id,
      productCode,
      family: familyOf(productCode),
      validFrom,
      ...firstTerms(productCode),
    })
  }
}
