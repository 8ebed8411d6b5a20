import type { ProductCode } from '../../domain/clients/product.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Loads a client's product; one that the client was never offered is refused. */
export async function productOf(
  unit: Unit,
  clientId: string,
  productCode: ProductCode,
): Promise<ClientProduct> {
  const product = await unit.find(ClientProduct, { clientId, productCode })
  return (
    product ??
    refuse('PRODUCT_NOT_AVAILABLE', { detail: `The client has no product ${productCode}.` })
  )
}
