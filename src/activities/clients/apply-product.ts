import { isBought } from '../../domain/invoices/invoice.ts'
import { recourseDateOf } from '../../domain/factoring/terms.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Invoice } from '../../entities/invoice.ts'
import { closedDaysOfClient } from './closed-days-of-client.ts'
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

/** One invoice of it; one that was paid or taken back meanwhile stays as it is. */
export async function applyProductTo(
  unit: Unit,
  invoiceId: string,
  input: Record<string, unknown>,
): Promise<void> {
  const product = await unit.load(ClientProduct, String(input['productId']))
  const invoice = await unit.load(Invoice, invoiceId)
  if (invoice.productCode !== product.productCode || !isBought(invoice) || invoice.balance === 0n)
    return
  const isClosed = await closedDaysOfClient(unit, invoice.clientId)
  invoice.recourseDate = recourseDateOf(invoice, product, isClosed)
}
