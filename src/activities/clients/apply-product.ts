import type { BackgroundTask } from '../../entities/background-task.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { startTask } from '../system/start-task.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Brings the open invoices that are financed under a product under its present terms: when the
 * client has to take them back. What was advanced and charged is booked, and stays.
 */
export async function applyProduct(unit: Unit, id: string): Promise<BackgroundTask> {
  const product = await unit.load(ClientProduct, id)
  const { clientId, productCode } = product
  const invoices = await unit.transaction.query<{ id: string }>(
    `select id from invoice where tenant_id = $1 and client_id = $2 and product_code = $3
     and financing_status in ('FINANCED', 'REFINANCED') and balance <> 0 order by id`,
    [unit.tenantId, clientId, productCode],
  )
  return startTask(unit, {
    taskName: 'clientProduct.apply',
    clientId,
    ids: invoices.map((invoice) => invoice.id),
    input: { productId: product.id },
  })
}
