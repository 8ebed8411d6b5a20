import { ClientFinancialPriceTemplate } from '../client-financial-price-template.ts'
import { Price, PriceBracket, PriceList } from '../price-list.ts'

export const pricing = [ClientFinancialPriceTemplate, PriceList, Price, PriceBracket] as const
