import Big from 'big.js'
import { invalid } from '../refusal.ts'
import type { ModuleCode } from '../system/modules.ts'

export const productCodes = [
  'INVOICE_SERVICE',
  'INVOICE_FACTORING_SELL',
  'INVOICE_FACTORING_PLEDGE',
  'REMINDER',
  'COLLECTION',
  'PART_PAYMENT',
  'BUSINESS_LOAN',
  'CREDIT_INSURANCE',
] as const
export type ProductCode = (typeof productCodes)[number]

/** The part of the platform that each is of: nothing is sold by one that is switched off. */
export const modulesOfProducts: Partial<Record<ProductCode, ModuleCode>> = {
  INVOICE_FACTORING_SELL: 'factoring',
  INVOICE_FACTORING_PLEDGE: 'factoring',
  REMINDER: 'reminders',
  COLLECTION: 'collections',
  PART_PAYMENT: 'collections',
  BUSINESS_LOAN: 'loans',
  CREDIT_INSURANCE: 'credit',
}

/** Those that need no terms of financing to be switched on. */
export const productsWithoutTerms = [
  'INVOICE_SERVICE',
  'REMINDER',
  'COLLECTION',
  'PART_PAYMENT',
  'BUSINESS_LOAN',
  'CREDIT_INSURANCE',
] as const satisfies readonly ProductCode[]

/** The kinds of products; those that finance an invoice have terms of financing. */
export const productFamilies = ['INVOICING', 'FINANCING', 'HANDLING'] as const
export type ProductFamily = (typeof productFamilies)[number]

export function familyOf(code: ProductCode): ProductFamily {
  if (code === 'INVOICE_SERVICE') return 'INVOICING'
  return code.startsWith('INVOICE_FACTORING') ? 'FINANCING' : 'HANDLING'
}

/** What is agreed and may be agreed anew; recourse and enabling have verbs of their own. */
export const changedTerms = [
  'advanceRate',
  'reserveRate',
  'commissionRate',
  'commissionVatRate',
  'minTenorDays',
  'maxTenorDays',
  'limitsApply',
  'manualControl',
  'validFrom',
] as const

/** All that the tenant agrees with a client about a product. */
export const agreedTerms = ['enabled', 'recourse', 'recourseDays', ...changedTerms] as const

/** The terms of a new product. Rates are fractions: 0.9 is ninety per cent. */
export interface ProductTerms {
  enabled: boolean
  isDefault: boolean
  recourse: boolean
  recourseDays: number | null
  advanceRate: string
  reserveRate: string
  commissionRate: string
  commissionVatRate: string
  minTenorDays: number | null
  maxTenorDays: number | null
  limitsApply: boolean
  manualControl: boolean
}

export function firstTerms(code: ProductCode): ProductTerms {
  const financing = familyOf(code) === 'FINANCING'
  const service = code === 'INVOICE_SERVICE'
  return {
    enabled: service,
    isDefault: service,
    recourse: financing,
    recourseDays: null,
    advanceRate: financing ? '0.9' : '0',
    reserveRate: financing ? '0.1' : '0',
    commissionRate: financing ? '0.02' : '0',
    commissionVatRate: financing ? '0.25' : '0',
    minTenorDays: null,
    maxTenorDays: financing ? 120 : null,
    limitsApply: financing,
    manualControl: false,
  }
}

/** The terms of recourse after a product is switched on or off. */
export function recourseAfter(
  product: {
    productCode: ProductCode
    recourse: boolean
    recourseDays?: number | null | undefined
  },
  sent: { enabled: boolean; recourseDays?: number | undefined },
): { recourse: boolean; recourseDays: number | null } {
  const { productCode, recourse, recourseDays = null } = product
  const financing = familyOf(productCode) === 'FINANCING'
  if (sent.recourseDays === undefined) {
    if (financing && recourse && sent.enabled) {
      invalid('/recourseDays', 'REQUIRED', 'A factoring product with recourse needs its days')
    }
    return { recourse, recourseDays }
  }
  if (!financing) {
    invalid('/recourseDays', 'NOT_FOR_THIS_PRODUCT', `${productCode} knows no recourse`)
  }
  const days = sent.recourseDays > 0 ? sent.recourseDays : null
  return { recourse: days !== null, recourseDays: days }
}

/** Advance and reserve together are the whole purchase price, so each follows from the other. */
export function sharesAfter(sent: {
  advanceRate?: string | undefined
  reserveRate?: string | undefined
}): { advanceRate: string; reserveRate: string } | undefined {
  const { advanceRate, reserveRate } = sent
  const advance = advanceRate ?? (reserveRate && new Big(1).minus(reserveRate).toFixed())
  if (advance === undefined) return undefined
  const reserve = new Big(1).minus(advance).toFixed()
  if (reserveRate !== undefined && !new Big(reserveRate).eq(reserve)) {
    invalid('/reserveRate', 'NOT_THE_REST', `With ${advance} advanced the reserve is ${reserve}`)
  }
  return { advanceRate: advance, reserveRate: reserve }
}

/** Refuses a commission that, with VAT, is more than the claim. */
export function refuseCommission(
  { commissionRate, commissionVatRate }: Pick<ProductTerms, 'commissionRate' | 'commissionVatRate'>,
  pointer: string,
): void {
  const charged = new Big(commissionRate).times(new Big(commissionVatRate).plus(1))
  if (charged.lte(1)) return
  const share = charged.times(100).round(2).toFixed()
  invalid(pointer, 'EXCEEDS_CLAIM', `With its VAT the commission would be ${share} % of the claim`)
}

/** The products that an invoice can have when it is activated. */
export function isForInvoices(code: ProductCode): boolean {
  return familyOf(code) !== 'HANDLING'
}
