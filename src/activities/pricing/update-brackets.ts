import { z } from 'zod'
import type { Price as PriceRule } from '../../domain/pricing/price.ts'
import { refuse } from '../../domain/refusal.ts'
import { Price, PriceBracket, type PriceList } from '../../entities/price-list.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changingOf, refuseBound } from './change-prices.ts'
import { bracketOfSent, bracketSent, validFromSent } from './price-input.ts'
import { pricesOf, type KeptPrice } from './prices-of.ts'

const bracketsOfList = z
  .array(bracketSent.extend({ chargeType: bodyOf(Price, ['chargeType']).shape.chargeType }))
  .max(1000)
  .meta({
    example: [
      { chargeType: 'PAYOUT_FEE', from: '0', to: '100', fixed: '15' },
      { chargeType: 'PAYOUT_FEE', from: '100', to: null, fixed: '12.50' },
    ],
  })

export const replaceBracketsInput = z.strictObject({
  priceListId: id('PriceList'),
  validFrom: validFromSent,
  brackets: bracketsOfList,
})

type Brackets = Omit<z.output<typeof replaceBracketsInput>, 'priceListId'>

const replacing = changingOf<Brackets>(replaced, '/brackets')

/** Replaces all brackets of a list from a day on; its other prices stay. */
export const replaceBrackets = (
  unit: Unit,
  { priceListId, ...sent }: z.output<typeof replaceBracketsInput>,
): Promise<PriceList> => replacing.one(unit, priceListId, sent)

/** Each charge with brackets gets those that are sent, and none loses all of them. */
function replaced(prices: readonly KeptPrice[], { brackets }: Brackets): readonly PriceRule[] {
  for (const [at, { chargeType }] of brackets.entries()) {
    const price = prices.find((each) => each.chargeType === chargeType)
    if (price !== undefined && price.bracketBasis !== 'NONE') continue
    const message = `The list has no price of ${chargeType} that is chosen by brackets`
    const pointer = `/brackets/${at}/chargeType`
    refuse('PRICE_NOT_IN_LIST', { errors: [{ pointer, code: 'PRICE_NOT_IN_LIST', message }] })
  }
  return prices.map((price) =>
    price.bracketBasis === 'NONE'
      ? price
      : {
          ...price,
          brackets: brackets
            .filter(({ chargeType }) => chargeType === price.chargeType)
            .map(({ chargeType: _, ...sent }) => bracketOfSent(sent)),
        },
  )
}

export const updateBracketInput = bodyOf(PriceBracket, ['fixed', 'percent'])
  .partial()
  .extend({ validFrom: validFromSent })

interface BracketChange extends z.output<typeof updateBracketInput> {
  bracketId: string
}

const changing = changingOf<BracketChange>(withBracket)

/** Gives a bracket another price from a day on, and answers with it as it is from then on. */
export async function updateBracket(
  unit: Unit,
  bracketId: string,
  sent: z.output<typeof updateBracketInput>,
): Promise<PriceBracket> {
  refuseBound(unit)
  const { priceListId, chargeType, from } = await unit.load(PriceBracket, bracketId)
  const list = await changing.one(unit, priceListId, { ...sent, bracketId })
  await unit.flush()
  const prices = (await pricesOf(unit, [list.id])).get(list.id) ?? []
  const price = prices.find((each) => each.chargeType === chargeType)
  const kept = price?.brackets.find((each) => Number(each.from) === Number(from))
  return unit.load(PriceBracket, kept?.id ?? bracketId)
}

function withBracket(
  prices: readonly KeptPrice[],
  { bracketId, fixed, percent }: BracketChange,
): readonly PriceRule[] {
  return prices.map((price) => ({
    ...price,
    brackets: price.brackets.map((bracket) =>
      bracket.id === bracketId
        ? {
            ...bracket,
            ...(fixed !== undefined && { fixed }),
            ...(percent !== undefined && { percent }),
          }
        : bracket,
    ),
  }))
}
