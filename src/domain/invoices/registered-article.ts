import type { RowSent } from './article-row.ts'

/** An article of the client's register, as far as a row can take over from it. */
export interface RegisteredArticle {
  articleNumber: string
  description: string
  unit?: string | null | undefined
  /** In the currency that the client's claims are handled in. */
  price?: string | null | undefined
  vatPercentage?: string | null | undefined
  accountNumber?: string | null | undefined
}

const taken = ['description', 'unit', 'price', 'vatPercentage', 'accountNumber'] as const

/** The article numbers of rows that leave something to the register. */
export function articlesNamed(rows: readonly RowSent[]): string[] {
  const lacking = rows.filter((row) => isSale(row) && taken.some((field) => row[field] == null))
  return [...new Set(lacking.flatMap(({ articleNumber }) => articleNumber ?? []))]
}

/**
 * Fills what rows leave out from the register. A price has one currency, so rows in another give
 * their own; rows with given amounts have no price.
 */
export function filledRows(
  rows: readonly RowSent[],
  register: ReadonlyMap<string, RegisteredArticle>,
  isOfRegistersCurrency: boolean,
): RowSent[] {
  return rows.map((row) => {
    const article = register.get(row.articleNumber ?? '')
    if (article === undefined || !isSale(row)) return row
    const { description, unit, price, vatPercentage, accountNumber } = article
    const isPriced = isOfRegistersCurrency && row.netAmount == null && row.grossAmount == null
    return {
      ...row,
      description: row.description ?? description,
      unit: row.unit ?? unit,
      price: row.price ?? (isPriced ? plain(price) : null),
      vatPercentage: row.vatPercentage ?? (vatPercentage == null ? null : Number(vatPercentage)),
      accountNumber: row.accountNumber ?? accountNumber,
    }
  })
}

const isSale = ({ type }: RowSent) => type == null || type === 'LINE' || type === 'FREIGHT'

/** Without the zeros that a column adds. */
function plain(price: string | null | undefined): string | null {
  return price == null ? null : price.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}
