import { isBought } from '../../domain/factoring/financing-status.ts'
import { recourseDateOf } from '../../domain/factoring/terms.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Invoice } from '../../entities/invoice.ts'
import { closedDaysOfClient } from '../clients/closed-days-of-client.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** One invoice of a product whose terms are applied; one that was paid or taken back meanwhile stays as it is. */
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
