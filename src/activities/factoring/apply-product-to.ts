import { z } from 'zod'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { recourseDateOf } from '../../domain/factoring/terms.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { IdPage } from '../../kernel/write/registered.ts'
import { closedDaysOfClient } from '../clients/closed-days-of-client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { taskOf } from '../task.ts'

const Input = z.object({ productId: z.string() })

/** The invoices that are financed under a product, each brought under its present terms. */
export const applyProducts = taskOf({
  kind: 'Invoice',
  input: Input,
  each: applyProductTo,
  find: financedUnder,
})

async function financedUnder(
  unit: Unit,
  { productId }: z.output<typeof Input>,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const { clientId, productCode } = await unit.load(ClientProduct, productId)
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from invoice where tenant_id = $1 and client_id = $2 and product_code = $3
     and financing_status in ('FINANCED', 'REFINANCED') and balance <> 0
     and id > $4 and id <= $5 order by id limit $6`,
    [unit.tenantId, clientId, productCode, after, until, limit],
  )
  return rows.map(({ id }) => id)
}

/** One that was paid or taken back meanwhile stays as it is. */
async function applyProductTo(
  unit: Unit,
  invoiceId: string,
  { productId }: z.output<typeof Input>,
): Promise<void> {
  const product = await unit.load(ClientProduct, productId)
  const invoice = await unit.load(Invoice, invoiceId)
  if (invoice.productCode !== product.productCode || !isBought(invoice) || invoice.balance === 0n)
    return
  const isClosed = await closedDaysOfClient(unit, invoice.clientId)
  invoice.recourseDate = recourseDateOf(invoice, product, isClosed)
}
