import {
  replaceBrackets,
  replaceBracketsInput,
  updateBracket,
  updateBracketInput,
} from '../../activities/pricing/update-brackets.ts'
import { PriceBracket } from '../../entities/price-list.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { priceBracketView, priceListView } from './price-views.ts'

const brackets = collection(PriceBracket, {
  noun: ['price bracket', 'price brackets'],
  shows: priceBracketView,
  filters: filtersOf(PriceBracket, ['priceListId', 'chargeType']),
  sort: ['-id'],
})

export default {
  listPriceBrackets: operation('GET /price-brackets', 'ReadPriceBrackets', brackets.list),
  searchPriceBrackets: operation(
    'POST /price-brackets/search',
    'SearchPriceBrackets',
    brackets.search,
  ),
  readPriceBracket: operation('GET /price-brackets/{id}', 'ReadPriceBracket', brackets.read),

  replacePriceBrackets: operation('PUT /price-brackets', 'UpdatePriceBrackets', {
    summary: 'Replace all brackets of a list from a day on',
    body: replaceBracketsInput,
    shows: priceListView,
    refuses: ['NOT_FOUND', 'PRICE_LIST_REPLACED', 'PRICES_OF_THE_PAST', 'PRICE_NOT_IN_LIST'],
  }).handle(({ unit, body }) => replaceBrackets(unit, body)),

  updatePriceBracket: operation('PUT /price-brackets/{id}', 'UpdatePriceBracket', {
    summary: 'Give a bracket another price from a day on',
    body: updateBracketInput,
    shows: priceBracketView,
    refuses: ['PRICE_LIST_REPLACED', 'PRICES_OF_THE_PAST'],
  }).handle(({ unit, params, body }) => updateBracket(unit, params.id, body)),
} satisfies Room
