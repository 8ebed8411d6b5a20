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

/** What a product is about: those that finance an invoice have terms of financing. */
export const productFamilies = ['INVOICING', 'FINANCING', 'HANDLING'] as const
export type ProductFamily = (typeof productFamilies)[number]

export function familyOf(code: ProductCode): ProductFamily {
  if (code === 'INVOICE_SERVICE') return 'INVOICING'
  return code.startsWith('INVOICE_FACTORING') ? 'FINANCING' : 'HANDLING'
}
