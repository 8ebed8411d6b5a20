import { z } from 'zod'
import { effectivePrices, type Effective } from '../../activities/pricing/effective-prices.ts'
import { priceListLists } from '../../activities/pricing/lists.ts'
import {
  updatePriceList,
  updatePriceListInput,
  updatePrices,
  updatePricesInput,
} from '../../activities/pricing/update-price-list.ts'
import { chargeTypes, targetTypes, vatTreatments } from '../../domain/pricing/price.ts'
import { Price, PriceList } from '../../entities/price-list.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountSent, amountShown, businessDate, currencyCode } from '../../kernel/read/amounts.ts'
import { collection } from '../../kernel/read/collection.ts'
import { anyId, askedDay, id } from '../../kernel/read/fields.ts'
import { partOf } from '../../kernel/read/view.ts'
import multiple from './multiple-price-lists.ts'
import { bracketOfPrice, priceListView, showBracket, showLimits, showRate } from './price-views.ts'

const lists = collection(PriceList, {
  noun: ['price list', 'price lists'],
  shows: priceListView,
  ...priceListLists,
})

const termsPart = partOf(Price, ['fixed', 'percent', 'min', 'max'])

const target = { targetType: z.enum(targetTypes), targetId: anyId('C.').nullable() }

const effectivePrice = termsPart.schema.extend({
  chargeType: z.enum(chargeTypes),
  currency: currencyCode,
  /** Whose list says it, and which version of it. */
  source: z.object({ ...target, priceListId: id('PriceList'), validFrom: businessDate }),
  bracket: bracketOfPrice.nullable(),
  vatTreatment: z.enum(vatTreatments).nullable(),
  charged: amountShown.nullable(),
})

const targetPricesView = z
  .object({
    ...target,
    date: businessDate,
    /** Whose lists are asked, the nearest first. */
    chain: z.array(z.object(target)),
    effective: z.array(effectivePrice),
  })
  .meta({ id: 'TargetPrices' })

const query = z.strictObject({
  date: askedDay.optional().meta({ description: 'The day, if not today.' }),
  currency: currencyCode.optional(),
  amount: amountSent.optional().meta({ description: 'What is charged for.' }),
  quantity: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  volume: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
})

const shownOf = ({ targetType, targetId, chain, prices }: Effective, date: string) => ({
  targetType,
  targetId,
  date,
  chain: [...chain],
  effective: prices.map(
    ({ chargeType, currency, list, price, bracket, charged, vatTreatment }) => ({
      ...showRate(bracket ?? price),
      ...showLimits(price),
      chargeType,
      currency,
      source: {
        targetType: list.targetType,
        targetId: list.targetId,
        priceListId: list.id,
        validFrom: list.validFrom,
      },
      bracket: bracket === null ? null : showBracket(bracket),
      vatTreatment,
      charged,
    }),
  ),
})

export default {
  listPriceLists: operation('GET /price-lists', 'ReadPriceLists', lists.list),
  searchPriceLists: operation('POST /price-lists/search', 'SearchPriceLists', lists.search),
  readPriceList: operation('GET /price-lists/{id}', 'ReadPriceList', lists.read),

  readPricesOfTarget: operation('GET /price-lists/target/{targetId}', 'ReadPriceList', {
    summary: 'Read what is in force for a target, and which list says it',
    query,
    returns: targetPricesView,
    refuses: ['NOT_FOUND'],
  }).handle(async ({ unit, params, query: { date, currency, amount, quantity, volume } }) => {
    const day = date ?? (await unit.today())
    const isAsked = amount !== undefined || quantity !== undefined || volume !== undefined
    const one = quantity ?? 1
    const basis = { amount: amount ?? '0', quantity: one, volume: volume ?? one }
    const asked = { day, currency, basis: isAsked ? basis : undefined }
    return shownOf(await effectivePrices(unit, params.targetId, asked), day)
  }),

  updatePriceList: operation('PUT /price-lists/update', 'UpdatePriceLists', {
    summary: 'Say what a target pays in a currency from a day on',
    body: updatePriceListInput,
    shows: priceListView,
    refuses: ['NOT_FOUND', 'PRICES_OF_THE_PAST'],
  }).handle(({ unit, body }) => updatePriceList(unit, body)),

  updatePricesOfList: operation('PUT /price-lists/{priceListId}/prices', 'UpdatePriceListPrices', {
    summary: 'Give a list other prices from a day on',
    body: updatePricesInput,
    shows: priceListView,
    refuses: ['PRICE_LIST_REPLACED', 'PRICES_OF_THE_PAST'],
  }).handle(({ unit, params, body }) => updatePrices(unit, params.priceListId, body)),

  ...multiple,
} satisfies Room
