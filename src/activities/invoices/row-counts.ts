import type { Article } from '../../entities/article.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Fact } from '../../ports/database/recent.ts'

export interface RowCounts {
  all: number
  /** Rows that sell something but have neither price nor discount. */
  unpriced: number
}

/** How many rows each invoice has; those without any are not in it. */
export async function rowCounts(
  unit: Unit,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, RowCounts>> {
  const [invoiceId = ''] = invoiceIds
  const recalled =
    invoiceIds.length === 1 ? unit.transaction.recalled(countsFact, invoiceId) : undefined
  const known = recalled instanceof Promise ? await recalled : recalled
  if (known !== undefined) return new Map([[invoiceId, known.value]])
  const rows = await unit.transaction.prepared<{ id: string; all: number; unpriced: number }>(
    counting,
    [unit.tenantId, invoiceIds],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const all = 'count(*)::int'
const unpriced = `(count(*) filter (
  where type <> 'TEXT' and price is null and discount_amount is null))::int`

const counting = `select invoice_id as id, ${all} as "all", ${unpriced} as unpriced from article
  where tenant_id = $1 and invoice_id = any($2::uuid[]) group by invoice_id`

const countsFact: Fact<RowCounts> = {
  guard: () => `select 1 / (count(*) = cardinality($2::uuid[]))::int as same
    from unnest($2::uuid[], $3::int[], $4::int[]) k (id, rows, unpriced)
    where (k.rows, k.unpriced) = (select ${all}, ${unpriced} from article
      where tenant_id = $1 and invoice_id = k.id)`,
  takes: 4,
  compared: (counts) => [counts.all, counts.unpriced],
  read: counting,
  valueOf: (row) => ({ all: Number(row['all']), unpriced: Number(row['unpriced']) }),
}

/** For the verb that comes next, which will ask for them. */
export function rememberCounts(unit: Unit, invoiceId: string, rows: readonly Row[]): void {
  const counts = countsOfRows(new Map([[invoiceId, rows]])).get(invoiceId)
  if (counts !== undefined) unit.transaction.remember(countsFact, invoiceId, counts)
}

type Row = Pick<Article, 'type' | 'price' | 'discountAmount'>

/** The same of rows that are read already. */
export function countsOfRows(
  rows: ReadonlyMap<string, readonly Row[]>,
): ReadonlyMap<string, RowCounts> {
  return new Map(
    [...rows].map(([id, own]) => [
      id,
      { all: own.length, unpriced: own.filter(isUnpriced).length },
    ]),
  )
}

const isUnpriced = ({ type, price, discountAmount }: Row) =>
  type !== 'TEXT' && price == null && discountAmount == null
