import clientFinancialPriceTemplate from './client-financial-price-template.ts'

export default {
  name: 'pricing',
  rooms: { 'client-financial-price-template': clientFinancialPriceTemplate },
}
