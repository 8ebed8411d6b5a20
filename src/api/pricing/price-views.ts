import { z } from 'zod'
import { endsOf, type End } from '../../activities/pricing/versions.ts'
import { pricesOf, type KeptPrice, type PricesOfLists } from '../../activities/pricing/prices-of.ts'
import { rateText } from '../../domain/money.ts'
import type { Rate } from '../../domain/pricing/price.ts'
import { Price, PriceBracket, PriceList } from '../../entities/price-list.ts'
import { businessDate } from '../../kernel/read/amounts.ts'
import { partOf, viewOf } from '../../kernel/read/view.ts'

const bracketPart = partOf(PriceBracket, ['id', 'from', 'to', 'fixed', 'percent'])

const pricePart = partOf(Price, [
  'id',
  'chargeType',
  'fixed',
  'percent',
  'min',
  'max',
  'vatTreatment',
  'bracketBasis',
])

const priceOfList = pricePart.schema
  .extend({ brackets: z.array(bracketPart.schema) })
  .meta({ id: 'PriceOfList' })

const shown = (value: string | null) => (value === null ? null : rateText(value))

export const showRate = ({ fixed, percent }: Rate) => ({
  fixed: shown(fixed),
  percent: shown(percent),
})

export const showBracket = (bracket: KeptPrice['brackets'][number]) => ({
  id: bracket.id,
  from: rateText(bracket.from),
  to: shown(bracket.to),
  ...showRate(bracket),
})

export const showLimits = ({ min, max }: Pick<KeptPrice, 'min' | 'max'>) => ({
  min: shown(min),
  max: shown(max),
})

const showPrice = (price: KeptPrice) => {
  const { id, chargeType, vatTreatment, bracketBasis } = price
  const terms = { ...showRate(price), ...showLimits(price) }
  const brackets = price.brackets.map(showBracket)
  return { id, chargeType, ...terms, vatTreatment, bracketBasis, brackets }
}

export const bracketOfPrice = bracketPart.schema

interface Facts {
  prices: PricesOfLists
  ends: ReadonlyMap<string, End>
}

export const priceListView = viewOf(
  PriceList,
  ['id', 'targetType', 'targetId', 'clientId', 'currency', 'validFrom', 'revision', 'createdAt'],
  {
    more: {
      validTo: businessDate.nullable(),
      isReplaced: z.boolean(),
      prices: z.array(priceOfList),
    },
    async facts(unit, rows): Promise<Facts> {
      const ids = rows.map(({ id }) => id)
      await unit.flush()
      const [prices, ends] = await Promise.all([pricesOf(unit, ids), endsOf(unit, ids)])
      return { prices, ends }
    },
    show({ id }, { prices, ends }: Facts) {
      const { validTo, isReplaced } = ends.get(id) ?? { validTo: null, isReplaced: false }
      return { validTo, isReplaced, prices: (prices.get(id) ?? []).map(showPrice) }
    },
  },
)

export const priceBracketView = viewOf(PriceBracket, [
  'id',
  'priceListId',
  'priceId',
  'clientId',
  'chargeType',
  'from',
  'to',
  'fixed',
  'percent',
  'createdAt',
])
