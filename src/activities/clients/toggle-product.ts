import { z } from 'zod'
import { modulesOfProducts, recourseAfter } from '../../domain/clients/product.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const toggleProductInput = bodyOf(ClientProduct, ['enabled']).extend({
  recourseDays: z.int().min(0).max(3650).optional(),
  /** If it is off, nothing new is financed; what is financed already goes on until it is paid. */
  runOff: z.boolean().optional(),
})
export type Toggle = z.output<typeof toggleProductInput>

/** Switches a product on or off, and sets how many days after the due date recourse begins. */
export async function toggleProduct(unit: Unit, id: string, sent: Toggle): Promise<ClientProduct> {
  const product = await unit.load(ClientProduct, id)
  if (sent.enabled) await refuseSwitchedOff(unit, modulesOfProducts[product.productCode])
  const recourse = recourseAfter(product, sent)
  if (!sent.enabled && product.enabled) await refuseNeeded(unit, product, sent.runOff === true)
  return Object.assign(product, { enabled: sent.enabled, ...recourse })
}

async function refuseNeeded(unit: Unit, product: ClientProduct, runOff: boolean): Promise<void> {
  if (runOff) return
  const { clientId, productCode } = product
  const [used] = await unit.transaction.query<{ open: number }>(
    `select count(*)::int as open from invoice where tenant_id = $1 and client_id = $2
     and product_code = $3 and financing_status in ('FINANCED', 'REFINANCED') and balance <> 0`,
    [unit.tenantId, clientId, productCode],
  )
  if (used !== undefined && used.open > 0) {
    refuse('PRODUCT_IN_USE', { detail: `Financed invoices that are still open: ${used.open}.` })
  }
}
