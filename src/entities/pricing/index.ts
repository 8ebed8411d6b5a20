import { ClientFinancialPriceTemplate } from '../client-financial-price-template.ts'
import { BaseInterestRate } from '../base-interest-rate.ts'
import { Price, PriceBracket, PriceList } from '../price-list.ts'

export const pricing = [
  ClientFinancialPriceTemplate,
  PriceList,
  Price,
  PriceBracket,
  BaseInterestRate,
] as const
