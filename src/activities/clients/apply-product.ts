import { isBound } from '../../domain/access/scope.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { startTask } from '../system/start-task.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Gives the open invoices that are financed by a product its present terms of recourse. What was
 * advanced and charged is booked, and stays.
 */
export async function applyProduct(
  unit: Unit,
  id: string,
  dryRun = false,
): Promise<BackgroundTask> {
  const product = await unit.load(ClientProduct, id)
  if (isBound(unit.scope)) refuseSaidByClient()
  const { clientId } = product
  return startTask(unit, {
    taskName: 'clientProduct.apply',
    clientId,
    input: { productId: product.id },
    dryRun,
  })
}
