import { z } from 'zod'
import type { Price as PriceRule } from '../../domain/pricing/price.ts'
import { Price, PriceBracket } from '../../entities/price-list.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { sentDay } from '../../kernel/read/fields.ts'

const bracketsMax = 100
const pricesMax = 100

/** As it is sent: where a bracket ends is said, so that a gap is seen. */
export const bracketSent = bodyOf(PriceBracket, ['from', 'to', 'fixed', 'percent'])

const priceSent = bodyOf(
  Price,
  ['chargeType', 'fixed', 'percent', 'min', 'max', 'vatTreatment', 'bracketBasis'],
  { bracketBasis: 'NONE' },
).extend({ brackets: z.array(bracketSent).max(bracketsMax).default([]) })

const brackets = [
  { from: '0', to: '100000', fixed: '15' },
  { from: '100000', to: null, fixed: '0' },
]

export const pricesSent = z
  .array(priceSent)
  .max(pricesMax)
  .meta({
    example: [
      { chargeType: 'INVOICE_FEE', fixed: '12.50' },
      { chargeType: 'FACTORING_COMMISSION', percent: '1.5', min: '100' },
      { chargeType: 'PAYOUT_FEE', bracketBasis: 'AMOUNT', brackets },
    ],
  })

/** The first day on which it holds: today, or a later one. */
export const validFromSent = sentDay.meta({ example: '2999-01-31' }).optional()

export const bracketOfSent = ({ from, to, fixed, percent }: z.output<typeof bracketSent>) => ({
  from,
  to: to ?? null,
  fixed: fixed ?? null,
  percent: percent ?? null,
})

/** A price that says nothing of a limit has none. */
export const pricesOfSent = (sent: z.output<typeof pricesSent>): PriceRule[] =>
  sent.map(({ brackets, fixed, percent, min, max, vatTreatment, ...price }) => ({
    ...price,
    fixed: fixed ?? null,
    percent: percent ?? null,
    min: min ?? null,
    max: max ?? null,
    vatTreatment: vatTreatment ?? null,
    brackets: brackets.map(bracketOfSent),
  }))
