import { z } from 'zod'
import { adjusted, adjustments, type Price as PriceRule } from '../../domain/pricing/price.ts'
import { refuse } from '../../domain/refusal.ts'
import { Price, PriceList } from '../../entities/price-list.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { sentDay } from '../../kernel/read/fields.ts'
import { tableOf } from '../../kernel/read/table.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { taskOf } from '../task.ts'
import { changingOf } from './change-prices.ts'
import { priceListLists } from './lists.ts'
import type { KeptPrice } from './prices-of.ts'

const by = z
  .string()
  .regex(/^-?\d{1,9}(?:\.\d{1,6})?$/, 'In decimal notation with at most six places')
  .meta({ example: '2.5' })

const { chargeType } = bodyOf(Price, ['chargeType']).shape

/** By how many hundredths, by how much, or to how much; from a day on. */
const adjustmentSent = {
  chargeType,
  adjustment: z.enum(adjustments),
  value: by,
  validFrom: sentDay,
}

export const multiplePricesInput = z.object({
  ...adjustmentSent,
  field: z.enum(['fixed', 'percent', 'min', 'max']),
})
export const multipleBracketsInput = z.object({
  ...adjustmentSent,
  field: z.enum(['fixed', 'percent']),
})

type PricesSent = z.output<typeof multiplePricesInput>
type BracketsSent = z.output<typeof multipleBracketsInput>

const pricesAdjusted = changingOf<PricesSent>(
  (prices, { chargeType: type, field, adjustment, value }) =>
    withPrice(prices, type, (price) => {
      const before = price[field]
      return before === null
        ? undefined
        : { ...price, [field]: adjusted(before, adjustment, value, kindOf(field)) }
    }),
)

const bracketsAdjusted = changingOf<BracketsSent>(
  (prices, { chargeType: type, field, adjustment, value }) =>
    withPrice(prices, type, (price) => {
      if (!price.brackets.some((bracket) => bracket[field] !== null)) return undefined
      const brackets = price.brackets.map((bracket) => {
        const before = bracket[field]
        return before === null
          ? bracket
          : { ...bracket, [field]: adjusted(before, adjustment, value, kindOf(field)) }
      })
      return { ...price, brackets }
    }),
)

const kindOf = (field: string) => (field === 'percent' ? 'percent' : 'price')

/** The prices with another of one charge, which the list must have. */
function withPrice(
  prices: readonly KeptPrice[],
  type: PriceRule['chargeType'],
  change: (price: KeptPrice) => KeptPrice | undefined,
): readonly PriceRule[] {
  const price = prices.find((each) => each.chargeType === type)
  const changed = price === undefined ? undefined : change(price)
  if (changed === undefined) return refuse('PRICE_NOT_IN_LIST')
  return prices.map((each) => (each === price ? changed : each))
}

const over = tableOf(PriceList, priceListLists)

export const updateMultiplePrices = taskOf({
  kind: 'PriceList',
  over,
  input: multiplePricesInput,
  ...pricesAdjusted,
})

export const updateMultipleBrackets = taskOf({
  kind: 'PriceList',
  over,
  input: multipleBracketsInput,
  ...bracketsAdjusted,
})

/** Before prices of many lists change at once, where the tenant has that take two. */
export const secondForPrices = (
  unit: Unit,
  payload: Readonly<Record<string, unknown>>,
): Pending | undefined =>
  requireSecond(unit, {
    topic: 'PRICE_MASS_UPDATE',
    subject: { type: 'Tenant', id: unit.tenantId, clientId: unit.scope.clientId },
    payload,
  })
