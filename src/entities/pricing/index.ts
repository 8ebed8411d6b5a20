import { ClientFinancialPriceTemplate } from '../client-financial-price-template.ts'

export const pricing = [ClientFinancialPriceTemplate] as const
