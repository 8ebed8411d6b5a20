import { z } from 'zod'
import type { ClosedDays } from '../../domain/dates.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { recourseDateOf } from '../../domain/factoring/terms.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Changes } from '../../kernel/write/new-row.ts'
import type { IdPage } from '../../kernel/write/task-work.ts'
import { closedDaysOfClient } from '../clients/closed-days-of-client.ts'
import { heldRows, setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleMovedRecourses } from './recourse-errands.ts'
import { taskOf } from '../task.ts'

const Input = z.object({ productId: z.string() })

interface Facts {
  product: ClientProduct
  isClosed: ClosedDays
}

/** One that was paid or taken back meanwhile stays as it is. */
const applying = setForm<Invoice, z.output<typeof Input>, Facts, Changes<Invoice>, void>({
  ...heldRows(Invoice),
  async read(unit, _, { productId }) {
    const product = await unit.load(ClientProduct, productId)
    return { product, isClosed: await closedDaysOfClient(unit, product.clientId) }
  },
  rule(invoice, { product, isClosed }) {
    const isUnder = invoice.productCode === product.productCode && isBought(invoice)
    if (!isUnder || invoice.balance === 0n) return {}
    return { recourseDate: recourseDateOf(invoice, product, isClosed) }
  },
  write: (unit, invoice, change) => unit.update(Invoice, invoice, change),
  finish: (unit, made) =>
    settleMovedRecourses(
      unit,
      made.map(({ thing }) => thing),
    ),
})

/** The invoices that are financed under a product, each brought under its present terms. */
export const applyProducts = taskOf({
  kind: 'Invoice',
  input: Input,
  ...applying,
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
