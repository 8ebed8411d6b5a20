import clientFinancialPriceTemplate from './client-financial-price-template.ts'
import priceBrackets from './price-brackets.ts'
import priceLists from './price-lists.ts'

export default {
  name: 'pricing',
  rooms: {
    'client-financial-price-template': clientFinancialPriceTemplate,
    'price-brackets': priceBrackets,
    'price-lists': priceLists,
  },
}
