import type { Article } from '../../entities/article.ts'
import type { Unit } from '../../kernel/write/unit.ts'

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
  const rows = await unit.transaction.prepared<{ id: string; all: number; unpriced: number }>(
    `select invoice_id as id, count(*)::int as "all", (count(*) filter (
       where type <> 'TEXT' and price is null and discount_amount is null))::int as unpriced
     from article
     where tenant_id = $1 and invoice_id = any($2) group by invoice_id`,
    [unit.tenantId, invoiceIds],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
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
