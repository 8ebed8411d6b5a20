import Big from 'big.js'
import type { rowTypes } from './invoice.ts'
import { furtherOf, type PlainValue } from '../further-fields.ts'

export type RowType = (typeof rowTypes)[number]

/** A row of an invoice, in the form in which it is kept; nothing of it is mandatory. */
export interface ArticleRow {
  type: RowType
  articleNumber: string | null
  description: string | null
  quantity: string | null
  unit: string | null
  price: string | null
  discountPercent: string | null
  discountAmount: string | null
  vatPercentage: string | null
  accountNumber: string | null
  costCentre: string | null
  project: string | null
  further: Record<string, PlainValue>
}

/** A row as it is sent: further fields stand among the others. */
export interface RowSent {
  type?: RowType | null | undefined
  articleNumber?: string | null | undefined
  description?: string | null | undefined
  quantity?: string | null | undefined
  unit?: string | null | undefined
  price?: string | null | undefined
  discountPercent?: string | null | undefined
  discountAmount?: string | null | undefined
  vatPercentage?: number | null | undefined
  accountNumber?: string | null | undefined
  costCentre?: string | null | undefined
  project?: string | null | undefined
  /** The known amounts of a row that the platform completes; only with `articleRowsGenerate`. */
  netAmount?: string | null | undefined
  vatAmount?: string | null | undefined
  grossAmount?: string | null | undefined
  [further: string]: PlainValue | null | undefined
}

/** The amounts of a row that are given, not calculated from a price. */
export interface SentAmounts {
  netAmount: string | null
  vatAmount: string | null
  grossAmount: string | null
}

const isNothing = (quantity: string | null | undefined) =>
  quantity == null || new Big(quantity).eq(0)

export function rowFrom(sent: RowSent): ArticleRow & SentAmounts {
  const { type, vatPercentage, ...rest } = sent
  const { articleNumber, description, quantity, unit, price, ...more } = rest
  const { discountPercent, discountAmount, accountNumber, costCentre, project, ...others } = more
  const { netAmount, vatAmount, grossAmount, ...further } = others
  const hasAmount = (price ?? discountAmount ?? null) !== null
  // A row with an article or a quantity sells something, even if its price is still missing.
  const sells = hasAmount || articleNumber != null || !isNothing(quantity)
  return {
    type: type ?? (sells ? 'LINE' : 'TEXT'),
    articleNumber: articleNumber ?? null,
    description: description ?? null,
    quantity: quantity ?? null,
    unit: unit ?? null,
    price: price ?? null,
    discountPercent: discountPercent ?? null,
    discountAmount: discountAmount ?? null,
    vatPercentage: vatPercentage == null ? null : String(vatPercentage),
    accountNumber: accountNumber ?? null,
    costCentre: costCentre ?? null,
    project: project ?? null,
    further: furtherOf(further),
    netAmount: netAmount ?? null,
    vatAmount: vatAmount ?? null,
    grossAmount: grossAmount ?? null,
  }
}
