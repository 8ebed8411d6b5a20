import type { Bracket, Price as PriceRule } from '../../domain/pricing/price.ts'
import { Price, PriceBracket } from '../../entities/price-list.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export type KeptBracket = Bracket & { id: string }

/** A price as it is kept, with its brackets in their order. */
export interface KeptPrice extends PriceRule {
  id: string
  brackets: readonly KeptBracket[]
}

const priceFields = [
  'id',
  'priceListId',
  'chargeType',
  'fixed',
  'percent',
  'min',
  'max',
  'vatTreatment',
  'bracketBasis',
] as const

const bracketFields = ['id', 'priceId', 'from', 'to', 'fixed', 'percent'] as const

export type PricesOfLists = ReadonlyMap<string, readonly KeptPrice[]>

/** The prices of several versions, by the version. */
export async function pricesOf(
  unit: Unit,
  priceListIds: readonly string[],
): Promise<PricesOfLists> {
  if (priceListIds.length === 0) return new Map()
  const [prices, brackets] = await Promise.all([
    rowsOf(unit, Price, { priceListId: priceListIds }, priceFields),
    rowsOf(unit, PriceBracket, { priceListId: priceListIds }, bracketFields),
  ])
  const ofPrice = Map.groupBy(brackets, ({ priceId }) => priceId)
  const kept = prices.map(({ priceListId, ...price }) => ({
    priceListId,
    price: { ...nulled(price), brackets: inOrder(ofPrice.get(price.id) ?? []) },
  }))
  const byList = Map.groupBy(kept, ({ priceListId }) => priceListId)
  return new Map(
    [...byList].map(([id, rows]) => [
      id,
      rows.map(({ price }) => price).toSorted((a, b) => (a.chargeType < b.chargeType ? -1 : 1)),
    ]),
  )
}

type PriceRow = Omit<Pick<Price, (typeof priceFields)[number]>, 'priceListId'>

const nulled = (price: PriceRow) => ({
  ...price,
  fixed: price.fixed ?? null,
  percent: price.percent ?? null,
  min: price.min ?? null,
  max: price.max ?? null,
  vatTreatment: price.vatTreatment ?? null,
})

type BracketRow = Pick<PriceBracket, (typeof bracketFields)[number]>

const inOrder = (rows: readonly BracketRow[]): KeptBracket[] =>
  rows
    .map(({ id, from, to, fixed, percent }) => ({
      id,
      from,
      to: to ?? null,
      fixed: fixed ?? null,
      percent: percent ?? null,
    }))
    .toSorted((a, b) => Number(a.from) - Number(b.from))
