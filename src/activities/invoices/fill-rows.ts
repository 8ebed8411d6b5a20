import type { RowSent } from '../../domain/invoices/article-row.ts'
import { articlesNamed, filledRows } from '../../domain/invoices/registered-article.ts'
import { ClientArticle } from '../../entities/client-article.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Fills rows that name an article of the client's register with what they leave out. */
export async function fillRows(
  unit: Unit,
  rows: readonly RowSent[],
  of: OfClient,
): Promise<readonly RowSent[]> {
  const fill = await registersOf(unit, [of.clientId], articlesNamed(rows))
  return fill(rows, of)
}

interface OfClient {
  clientId: string
  invoiceCurrency: string
}

export type FillRows = (rows: readonly RowSent[], of: OfClient) => readonly RowSent[]

/** The same with these articles of several clients' registers. */
export async function registersOf(
  unit: Unit,
  clientId: readonly string[],
  articleNumber: readonly string[],
): Promise<FillRows> {
  if (articleNumber.length === 0 || clientId.length === 0) return (rows) => rows
  const [known, { currency }] = await Promise.all([
    rowsOf(unit, ClientArticle, { clientId, articleNumber, active: true }, [
      'clientId',
      'articleNumber',
      'description',
      'unit',
      'price',
      'vatPercentage',
      'accountNumber',
    ]),
    unit.tenant(),
  ])
  const registers = Map.groupBy(known, (article) => article.clientId)
  return (rows, of) => {
    const register = byField(registers.get(of.clientId) ?? [], 'articleNumber')
    return filledRows(rows, register, of.invoiceCurrency === currency)
  }
}
